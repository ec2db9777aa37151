export { changedSince } from './problems.ts'
export { changesMade, undo } from './undo.ts'
