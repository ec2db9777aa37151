export { type Id, type IdKind, idPattern, isId, newId } from './ids.ts'
