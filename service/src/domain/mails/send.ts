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
/** Longer than a mail is under way, also if the server says nothing for ten minutes on one connection and then on another; after this somebody else takes it. */
const LEASE_MS = 30 * MINUTE_MS
/** How long a mail waits that failed by itself, by how often it did so; then it is given up. */
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
  /** Fails by itself: what is wrong with one letter concerns no other. */
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
 * What came of it: why there is nothing to send; that no mail server is set up; that nobody asked the server, so that it is free again; that making
 * it failed; or what the server said.
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
        // What cannot be read together is read one by one: the others do not suffer from what is wrong with one.
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

/** Those that are tried again get no more than half of the places: new ones of another project do not wait for them. */
async function takeDueMails(call: ServiceCall, most: number): Promise<Mail[]> {
  const until = new Date(call.now.getTime() + LEASE_MS)
  const again = await takeDue(call, 'sending', { until, most: Math.ceil(most / 2) })
  return [...again, ...(await takeDue(call, 'waiting', { until, most: most - again.length }))]
}

/** Writes what came of mails, all at once but for addresses that are refused. */
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

/** The mail holds its row until both are done: an erasure waits for it, and an address that was erased meanwhile is not written down again. */
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

/** It is about this mail, and may be better next time. */
function triedOf(call: Call, mail: Mail, why: Pick<Settled, 'reason' | 'answer'>): Settled {
  const pause = PAUSES_MS[mail.attempts]
  if (pause === undefined) return { mail, state: 'failed', ...why }
  return { mail, state: 'sending', ...why, attempts: mail.attempts + 1, dueAt: new Date(call.now.getTime() + pause) }
}

function isTooLate({ now }: Call, { triedAt = now }: Mail): boolean {
  return now.getTime() - triedAt.getTime() > AWAY_MOST_MS
}
