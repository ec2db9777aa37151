export { attempt } from './attempt.ts'
export {
  columnsOf,
  isEmptySchema,
  makePartition,
  readOurTables,
  readSequences,
  readTables,
  type Sequence,
  setSequence,
  type Table,
} from './catalogue.ts'
export type { Clock } from './clock.ts'
export { copyIn, copyOut } from './copy.ts'
export type { Database } from './database.ts'
export { codeOf, isPassing, StartError, violatedRule } from './failures.ts'
export { quoteName } from './migration-failures.ts'
export { type MigrationResult, migrate, migrateEmpty, namesMade } from './migrations.ts'
export { joinStorage, openServer, openStorage, type Server, type Storage, type StorageOptions } from './open.ts'
export { columns, commaSeparated, type Part } from './parts.ts'
export { hasOnlyWaited, MOST_CONNECTIONS } from './pool.ts'
export type { Aside, ReplicaState, Replicas, TellReplica } from './replicas.ts'
export { requestedRows } from './requested-rows.ts'
export { type Applied, misfitOf } from './schema.ts'
export { newClient, type Reach, reachOf, replicaUrlsOf, urlsOf } from './servers.ts'
export { openSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts'
export type { Query, Sql } from './sql.ts'
export { isStorable, storable } from './storable.ts'
export { within } from './within.ts'
export { type Refusal, writableProbe } from './writable.ts'
