export { useBoardCode } from './codes.ts'
export { deleteCodesOf } from './store.ts'
