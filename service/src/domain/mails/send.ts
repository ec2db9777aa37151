import { isOfServer, type MailFailure } from '../../foundation/mail/index.ts'
import { type Call, inTransaction, type ServiceCall, type SystemCall } from '../call/index.ts'
import type { Mail, SkipReason } from './mail.ts'
import { postpone, settle, takeDue } from './queue/store.ts'
import { insertSuppression } from './suppressions/store.ts'

/** Longer than a mail can be under way; after this somebody else takes it. */
const LEASE_MS = 5 * 60 * 1000
const MINUTE_MS = 60 * 1000
/** How long a mail that the server postponed waits, by how often it did so; then it is given up. */
const PAUSES_MS = [1, 5, 15, 60, 240, 480, 720, 1_440].map((minutes) => minutes * MINUTE_MS)
/** While the server takes no mail at all, each mail is tried again after this. The sender itself pauses, too. */
const AWAY_PAUSE_MS = MINUTE_MS / 2
/** How long mails wait for a server that is away. */
const AWAY_MOST_MS = 5 * 24 * 60 * MINUTE_MS

export interface TakeOptions {
  readonly delayMs: number
  readonly most: number
}

/** Mails that are due: those that are tried again first. */
export async function takeMails(call: ServiceCall, { delayMs, most }: TakeOptions): Promise<Mail[]> {
  const at = call.now.getTime()
  const until = new Date(at + LEASE_MS)
  const again = await takeDue(call, 'sending', { dueBefore: call.now, until, most })
  if (again.length >= most) return again
  const dueBefore = new Date(at - delayMs)
  return [...again, ...(await takeDue(call, 'waiting', { dueBefore, until, most: most - again.length }))]
}

export async function skipMail(call: ServiceCall, mail: Mail, reason: SkipReason): Promise<void> {
  await settle(call, mail, { state: 'skipped', reason })
}

/** It would have been sent. */
export async function shelveMail(call: ServiceCall, mail: Mail): Promise<void> {
  await settle(call, mail, { state: 'off' })
}

/** A mail, and where it went. */
export interface Addressed {
  readonly mail: Mail
  readonly email: string
}

/** What the server said decides whether the mail is done, is tried again, or is never tried again. */
export async function settleMail(
  call: SystemCall,
  { mail, email }: Addressed,
  failure: MailFailure | undefined,
): Promise<void> {
  if (!failure) return void (await settle(call, mail, { state: 'sent' }))
  const { kind, answer } = failure
  if (kind === 'address_refused') return refuseAddress(call, mail, email, answer)
  if (kind === 'mail_refused') return void (await settle(call, mail, { state: 'refused', reason: kind, answer }))
  const isAway = isOfServer(failure)
  const pause = isAway ? awayPause(call, mail) : PAUSES_MS[mail.attempts]
  if (pause === undefined) return void (await settle(call, mail, { state: 'failed', reason: kind, answer }))
  const attempts = mail.attempts + (isAway ? 0 : 1)
  return postpone(call, mail, { dueAt: new Date(call.now.getTime() + pause), attempts, reason: kind, answer })
}

/** The mail holds its row until both are done: an erasure waits for it, and an address that was erased meanwhile is not written down again. */
function refuseAddress(call: SystemCall, mail: Mail, email: string, answer: string | undefined): Promise<void> {
  const reason = 'address_refused'
  return inTransaction(call, async (call) => {
    const isThere = await settle(call, mail, { state: 'refused', reason, answer })
    if (isThere) await insertSuppression(call, email, answer ?? reason)
  })
}

/** Undefined: it is not tried again. */
function awayPause({ now }: Call, { triedAt = now }: Mail): number | undefined {
  return now.getTime() - triedAt.getTime() > AWAY_MOST_MS ? undefined : AWAY_PAUSE_MS
}
