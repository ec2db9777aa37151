import { isOfServer, type MailFailure } from '../../foundation/mail/index.ts'
import {
  type Call,
  inProject,
  inTransaction,
  type Project,
  type ServiceCall,
  type System,
  systemCallIn,
} from '../call/index.ts'
import { projectsByIds } from '../projects/inside.ts'
import { type Letter, letterOf, readFacts, writeLetter } from './letter/letter.ts'
import type { Mail, SkipReason, TeamMail, UserMail } from './mail.ts'
import { type Settled, settle, takeDue } from './queue/store.ts'
import { insertSuppression } from './suppressions/store.ts'

const MINUTE_MS = 60 * 1000
/** Longer than sending takes, even if the server is silent for ten minutes on one connection and then on another. Then another process takes the mail. */
const LEASE_MS = 30 * MINUTE_MS
/** How long a mail waits after its first, second and each further failure, if the failure concerns this mail alone. Then it is given up. */
const PAUSES_MS = [1, 5, 15, 60, 240, 480, 720, 1_440].map((minutes) => minutes * MINUTE_MS)
/** While the server takes no mail at all, each mail is tried again after this. The sender itself pauses, too. */
const AWAY_PAUSE_MS = MINUTE_MS / 2
/** How long mails wait for a server that is away. */
const AWAY_MOST_MS = 5 * 24 * 60 * MINUTE_MS

/** How often a mail looks whether the text that it tells of was approved, and for how long. */
const REVIEW_PAUSE_MS = 15 * MINUTE_MS
const REVIEW_MOST_MS = 3 * 24 * 60 * MINUTE_MS

/** A mail to a user that nobody else sends for a while. */
interface TakenUserMail {
  readonly mail: UserMail
  readonly project: Project
  /** If it fails, only this letter is concerned. */
  letter(): Promise<Letter | SkipReason>
}

/** The room team-mails reads it. */
interface TakenTeamMail {
  readonly mail: TeamMail
  readonly project: Project
  readonly letter?: never
}

export type Taken = TakenUserMail | TakenTeamMail

/**
 * What became of a mail: there was nothing to send (`skipped`), no mail server is set up (`off`), it was not tried and is free again (`untried`),
 * making it failed (`fault`), or the server took it (`sent`) or not (`failed`).
 */
export type Result = { readonly mail: Mail } & (
  | { readonly came: 'skipped'; readonly reason: SkipReason }
  | { readonly came: 'off' | 'untried' | 'fault' | 'sent' }
  | Failed
)

interface Failed {
  readonly came: 'failed'
  readonly project: Project
  readonly email: string
  readonly failure: MailFailure
}

/** Mails that are due, and what those to users say now: a few statements for each project, however many there are. */
export async function takeMails(call: Call<System> & ServiceCall, most: number): Promise<Taken[]> {
  const mails = await takeDueMails(call, most)
  const byProject = Map.groupBy(mails, ({ projectId }) => projectId)
  const projects = await projectsByIds(call, [...byProject.keys()])
  const taken: Taken[] = []
  for (const project of projects.values()) {
    const ofProject = byProject.get(project.id) ?? []
    const here = systemCallIn(call, project)
    const facts = await readFacts(here, ofProject.filter(isForUser)).catch(() => undefined)
    for (const mail of ofProject) {
      if (!isForUser(mail)) taken.push({ mail, project })
      else {
        // If reading them together fails, each is read alone, so that one of them does not stop the others.
        const letter = async () => (facts ? writeLetter(facts, mail) : letterOf(here, mail))
        taken.push({ mail, project, letter })
      }
    }
  }
  return taken
}

function isForUser(mail: Mail): mail is UserMail {
  return mail.userId !== undefined
}

/** Mails that are tried again get at most half of the places, so that new mails of other projects do not wait for them. */
async function takeDueMails(call: ServiceCall, most: number): Promise<Mail[]> {
  const until = new Date(call.now.getTime() + LEASE_MS)
  const again = await takeDue(call, 'sending', { until, most: Math.ceil(most / 2) })
  return [...again, ...(await takeDue(call, 'waiting', { until, most: most - again.length }))]
}

/** Writes what became of mails: all in one statement, and each refused address in its own transaction. */
export async function settleMails(call: ServiceCall, results: readonly Result[]): Promise<void> {
  const others = results.filter((result) => !isAddressRefused(result))
  await settle(
    call,
    others.map((result) => settledOf(call, result)),
  )
  for (const result of results.filter(isAddressRefused)) await refuseAddress(call, result)
}

function isAddressRefused(result: Result): result is Result & Failed {
  return result.came === 'failed' && result.failure.kind === 'address_refused'
}

/** The row of the mail is locked until both are written, and an erasure waits for it. So an address that was erased meanwhile is not stored again. */
function refuseAddress(call: ServiceCall, result: Result & Failed): Promise<void> {
  const { project, email, failure } = result
  return inTransaction(call, async (call) => {
    const isThere = (await settle(call, [settledOf(call, result)])) > 0
    if (isThere) await insertSuppression(inProject(call, project), email, failure.answer ?? failure.kind)
  })
}

/** What the server said decides whether the mail is done, is tried again, or is never tried again. */
function settledOf(call: Call, result: Result): Settled {
  const { mail, came } = result
  switch (came) {
    case 'skipped':
      return skippedOf(call, mail, result.reason)
    case 'untried':
      return { mail, state: 'sending', reason: mail.reason, answer: mail.answer, dueAt: call.now }
    case 'off':
    case 'sent':
      return { mail, state: came }
    case 'fault':
      return triedOf(call, mail, { reason: came })
    case 'failed':
      return failedOf(call, mail, result.failure)
  }
}

function skippedOf({ now }: Call, mail: Mail, reason: SkipReason): Settled {
  const { triedAt = now } = mail
  if (reason !== 'in_review' || now.getTime() - triedAt.getTime() > REVIEW_MOST_MS)
    return { mail, state: 'skipped', reason }
  return { mail, state: 'sending', reason, dueAt: new Date(now.getTime() + REVIEW_PAUSE_MS) }
}

function failedOf(call: Call, mail: Mail, failure: MailFailure): Settled {
  const { kind: reason, answer } = failure
  if (reason === 'address_refused' || reason === 'mail_refused') return { mail, state: 'refused', reason, answer }
  if (!isOfServer(failure)) return triedOf(call, mail, { reason, answer })
  const dueAt = new Date(call.now.getTime() + AWAY_PAUSE_MS)
  return isTooLate(call, mail)
    ? { mail, state: 'failed', reason, answer }
    : { mail, state: 'sending', reason, answer, dueAt }
}

/** The failure concerns this mail alone, and the next attempt may succeed. */
function triedOf(call: Call, mail: Mail, why: Pick<Settled, 'reason' | 'answer'>): Settled {
  const pause = PAUSES_MS[mail.attempts]
  if (pause === undefined) return { mail, state: 'failed', ...why }
  return { mail, state: 'sending', ...why, attempts: mail.attempts + 1, dueAt: new Date(call.now.getTime() + pause) }
}

function isTooLate({ now }: Call, { triedAt = now }: Mail): boolean {
  return now.getTime() - triedAt.getTime() > AWAY_MOST_MS
}
