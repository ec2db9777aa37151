import { isId } from '../../foundation/ids/index.ts'
import type { Permission, ProjectCall } from '../call/index.ts'
import type { EventType, LoggedEvent } from '../events/index.ts'
import { refusalJumps } from '../sign-in-log/inside.ts'
import { RETIRING_LASTS_MS } from '../signing-keys/index.ts'
import { keysInUse } from '../signing-keys/inside.ts'
import { findWebhook } from '../webhooks/inside.ts'

/** What an alarm says: sentences by name, and the values in them. */
export interface AlarmFacts {
  readonly sentences: readonly AlarmSentence[]
  readonly values: Readonly<Record<string, string | number | Date>>
}

export type AlarmSentence =
  | 'key_ends'
  | 'key_used'
  | 'key_unused'
  | 'key_alone'
  | 'refusals_usual'
  | 'refusals_code'
  | 'refusals_why'
  | 'webhook_gone'
  | 'webhook_failing'
  | 'webhook_back'

interface Alarm {
  /** Only operators with this permission get the mail: they may read the page. */
  readonly needs: Permission
  /** Where the console says more, behind the project's slug. */
  readonly page: string
  /**
   * The event that raises it, and how long after it the mail leaves. Absent: a job looks for it. A mail comes once about each subject, unless
   * the alarm `repeats`: then it comes for each event.
   */
  readonly raisedBy?: { readonly type: EventType; readonly afterMs: number; readonly repeats?: boolean }
  /** As it is now. Undefined: there is no cause any more. */
  readonly read: (call: ProjectCall, subject: string) => Promise<AlarmFacts | undefined>
}

/** Everything that operators are warned of by mail. */
export const ALARMS = {
  key_ending: {
    needs: 'signing_keys:read',
    page: '/keys',
    raisedBy: { type: 'signing_key.retired', afterMs: RETIRING_LASTS_MS / 2 },
    read: readEndingKey,
  },
  refusals: { needs: 'signing_keys:read', page: '/sign-ins', read: readRefusals },
  webhook_off: {
    needs: 'webhooks:read',
    page: '/webhooks',
    raisedBy: { type: 'webhook.disabled', afterMs: 0, repeats: true },
    read: readDisabledWebhook,
  },
} as const satisfies Record<string, Alarm>

export type AlarmKind = keyof typeof ALARMS

const ALARM_KINDS = Object.keys(ALARMS) as AlarmKind[] // they are its keys

interface RaisedAlarm {
  readonly kind: AlarmKind
  readonly subject: string
  readonly dueAt: Date
}

/** The alarm that an event raises, and when its mail leaves. */
export function raisedBy({ id, type, subjectId, at }: LoggedEvent): RaisedAlarm | undefined {
  for (const kind of ALARM_KINDS) {
    const { raisedBy }: Alarm = ALARMS[kind]
    if (raisedBy?.type !== type) continue
    const subject = raisedBy.repeats ? `${subjectId}@${id}` : subjectId
    return { kind, subject, dueAt: new Date(at.getTime() + raisedBy.afterMs) }
  }
  return undefined
}

async function readEndingKey(call: ProjectCall, kid: string): Promise<AlarmFacts | undefined> {
  const keys = await keysInUse(call)
  const key = keys.find((key) => key.kid === kid)
  if (key?.status !== 'retiring') return undefined
  const { retiredAt, lastUsedAt } = key
  const isUsed = lastUsedAt !== undefined && lastUsedAt > retiredAt
  const isAlone = keys.every(({ status }) => status !== 'active')
  return {
    sentences: ['key_ends', isUsed ? 'key_used' : 'key_unused', ...(isAlone ? (['key_alone'] as const) : [])],
    values: { kid, ends: new Date(retiredAt.getTime() + RETIRING_LASTS_MS), ...(isUsed && { used: lastUsedAt }) },
  }
}

async function readRefusals(call: ProjectCall, day: string): Promise<AlarmFacts | undefined> {
  const [jump] = await refusalJumps(call, day, call.project.id)
  if (!jump) return undefined
  const { refusals: n, usual, code, ofCode } = jump
  return {
    sentences: ['refusals_usual', 'refusals_code', 'refusals_why'],
    values: { n, day: new Date(day), usual: Math.round(usual), code, ofCode },
  }
}

/** None if somebody switched it on again, or off by themselves. */
async function readDisabledWebhook(call: ProjectCall, subject: string): Promise<AlarmFacts | undefined> {
  const [id = ''] = subject.split('@')
  const webhook = isId('webhook', id) ? await findWebhook(call, id) : undefined
  const { disabledReason: reason, url } = webhook ?? {}
  if (url === undefined || reason === undefined || reason === 'switched_off') return undefined
  return { sentences: [`webhook_${reason}`, 'webhook_back'], values: { host: new URL(url).host } }
}
