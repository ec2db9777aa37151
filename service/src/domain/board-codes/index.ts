export { enterByCode, issueBoardCode, peekBoardCode, useBoardCode } from './codes.ts'
export { codeInvalid } from './problems.ts'
export { deleteCodesBefore, deleteCodesOf } from './store.ts'
