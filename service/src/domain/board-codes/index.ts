export { enterByCode, issueBoardCode, peekBoardCode } from './codes.ts'
export { codeInvalid } from './problems.ts'
export { deleteCodesBefore } from './store.ts'
