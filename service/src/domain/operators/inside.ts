export { isUnconfirmedOperator } from './sessions.ts'
