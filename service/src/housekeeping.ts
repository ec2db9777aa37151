import type { Registry } from 'prom-client'
import { deleteCodesBefore } from './domain/board-codes/index.ts'
import { type Call, inTransaction, type Places, type ServiceCall, systemCall } from './domain/call/index.ts'
import { deleteMarksBefore, dropMonthBefore, makeMonths } from './domain/events/index.ts'
import { deleteIdleBefore, removeObjects } from './domain/files/index.ts'
import { forgetUploads, giveUpImports, sweepLostRows } from './domain/imports/index.ts'
import { deleteMailsBefore } from './domain/mails/index.ts'
import { deleteNotificationsBefore, NOTIFICATIONS_KEPT_MS } from './domain/notifications/index.ts'
import { keepSignIns } from './domain/numbers/index.ts'
import { deleteOperatorLeftovers } from './domain/operators/index.ts'
import { countNewVotes, deleteMovesBefore, forgetDeletedFields } from './domain/posts/index.ts'
import { forgetFormerAddresses } from './domain/projects/index.ts'
import { sweepSessions, sweepUsedTokens } from './domain/sessions/index.ts'
import { forgetErasuresBefore } from './domain/users/index.ts'
import {
  DELIVERIES_KEPT_DAYS,
  deleteDeliveriesBefore,
  deleteLeftDeliveries,
  disableFailing,
  forgetFormerSecrets,
} from './domain/webhooks/index.ts'
import { deleteRecordsBefore, RECORDS_LAST_MS } from './foundation/idempotency/index.ts'
import { type Job, type Positions, runSteps, type Step, type StepReport } from './foundation/jobs/index.ts'
import type { Log } from './foundation/log/index.ts'
import { meterSteps } from './foundation/metrics/index.ts'
import type { Database } from './foundation/storage/index.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Longer than the oldest token that can still be accepted. */
const ERASURES_REMEMBERED_MS = 25 * HOUR_MS
/** As long as the pages of a list stay consistent. */
const MOVES_REMEMBERED_MS = HOUR_MS
/** Events of votes and follows from before they were kept by the month. */
const MARKS_REMEMBERED_MS = 30 * DAY_MS

/** How long a picture waits for a text that shows it. */
const FILES_WAIT_MS = DAY_MS

/** How long the console shows what happened to a mail. */
const MAILS_KEPT_MS = 30 * DAY_MS

/** Events stay for so long at least: a delivery needs its event, and waits for up to nine days if its receiver asks for long pauses. */
const EVENTS_KEPT_LEAST_MS = 14 * DAY_MS

/** The argument of each step. */
interface Tidying {
  readonly call: ServiceCall
  readonly eventsKeptDays: number
}

/** The work of the housekeeping; each step runs by itself and in portions. */
export const STEPS: readonly Step<Tidying>[] = [
  { name: 'sessions', portion: ({ call }) => removeSessions(call) },
  { name: 'used_tokens', portion: ({ call }) => sweepUsedTokens(call) },
  { name: 'board_codes', portion: ({ call }) => deleteCodesBefore(call, call.now) },
  { name: 'operators', portion: ({ call }) => deleteOperatorLeftovers(call) },
  { name: 'reach', portion: ({ call }, from) => countNewVotes(call, from) },
  { name: 'moves', portion: ({ call }) => deleteMovesBefore(call, ago(call, MOVES_REMEMBERED_MS)), after: 'reach' }, // which reads them
  { name: 'marks', portion: ({ call }) => deleteMarksBefore(call, ago(call, MARKS_REMEMBERED_MS)) },
  { name: 'event_months', portion: ({ call }) => makeMonths(call) },
  {
    name: 'old_events',
    portion: ({ call, eventsKeptDays }) =>
      dropMonthBefore(call, ago(call, Math.max(eventsKeptDays * DAY_MS, EVENTS_KEPT_LEAST_MS))),
  },
  { name: 'notifications', portion: ({ call }) => deleteNotificationsBefore(call, ago(call, NOTIFICATIONS_KEPT_MS)) },
  { name: 'idle_files', portion: ({ call }) => deleteIdleBefore(call, ago(call, FILES_WAIT_MS)) },
  { name: 'removed_files', portion: ({ call }) => removeObjects(call), after: 'idle_files' },
  { name: 'deleted_fields', portion: ({ call }, from) => forgetDeletedFields(call, from) },
  { name: 'old_mails', portion: ({ call }) => deleteMailsBefore(call, ago(call, MAILS_KEPT_MS)) },
  { name: 'waiting_imports', portion: ({ call }) => giveUpImports(call) },
  { name: 'lost_import_rows', portion: ({ call }) => sweepLostRows(call) },
  { name: 'waiting_uploads', portion: ({ call }) => forgetUploads(call) },
  {
    name: 'erasures',
    portion: ({ call }) => forgetErasuresBefore(call, ago(call, ERASURES_REMEMBERED_MS)),
    after: 'waiting_uploads', // a file from before an erasure must not bring anybody back
  },
  {
    name: 'old_deliveries',
    portion: ({ call }) => deleteDeliveriesBefore(call, ago(call, DELIVERIES_KEPT_DAYS * DAY_MS)),
  },
  { name: 'left_deliveries', portion: ({ call }) => deleteLeftDeliveries(call) },
  { name: 'failing_webhooks', portion: ({ call }) => disableFailing(call) },
  { name: 'former_secrets', portion: ({ call }) => forgetFormerSecrets(call) },
  { name: 'former_addresses', portion: ({ call }) => forgetFormerAddresses(call) },
  { name: 'kept_answers', portion: ({ call }) => deleteRecordsBefore(call.sql, ago(call, RECORDS_LAST_MS)) },
]

/** Sign-ins are counted by their sessions, so those that go are noted. */
function removeSessions(call: ServiceCall): Promise<number> {
  return inTransaction(call, async (call) => keepSignIns(call, await sweepSessions(call)))
}

function ago({ now }: Call, ms: number): Date {
  return new Date(now.getTime() - ms)
}

const UNSEEN: StepReport = { succeeded: () => {}, failed: () => {}, unfinished: () => {} }

/** Removes expired rows. Every rule holds without it; it only keeps the tables small. */
export function housekeeping(
  database: Database,
  places: Places & { readonly eventsKeptDays: number },
  report: StepReport = UNSEEN,
  steps: readonly Step<Tidying>[] = STEPS,
): Job<object> {
  const positions: Positions = new Map()
  return {
    name: 'housekeeping',
    every: '*/10 * * * *',
    run: () =>
      runSteps(steps, positions, {
        report,
        context: (isLate) => {
          const now = database.clock.now()
          const call = systemCall(database, places, isLate ? new Date(now.getTime() - DAY_MS) : now)
          return { call, eventsKeptDays: places.eventsKeptDays }
        },
      }),
  }
}

/** For monitoring: a failed step is logged with its name, and a metric says when each step last succeeded. */
export function reportSteps(log: Log, registry: Registry): StepReport {
  const meter = meterSteps(
    registry,
    STEPS.map(({ name }) => name),
  )
  return {
    succeeded: meter.succeeded,
    failed: (step, error) => {
      meter.failed(step)
      log.error({ step, err: error }, 'a step of the housekeeping failed; it runs again in ten minutes')
    },
    unfinished: (step) => log.info({ step }, 'a step of the housekeeping has more to do; it goes on in ten minutes'),
  }
}
