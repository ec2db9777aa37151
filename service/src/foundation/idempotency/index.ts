export {
  idempotencyInProgress,
  idempotencyKeyInvalid,
  idempotencyKeyRequired,
  idempotencyKeyReused,
} from './problems.ts'
export { type KeptAnswer, type OnceRequest, runOnce } from './run-once.ts'
export { deleteRecordsBefore, deleteRecordsOfUser, RECORDS_LAST_MS } from './store.ts'
