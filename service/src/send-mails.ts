import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { systemCall, systemCallIn } from './domain/call/index.ts'
import { openMailLinks, type Result, settleMails, type Taken, takeMails } from './domain/mails/index.ts'
import { didNotLeave, readLetter, readyToLeave, shareSummaries } from './domain/team-mails/index.ts'
import { gather } from './foundation/jobs/index.ts'
import { type LimitedLog, type Log, limitRepeats } from './foundation/log/index.ts'
import { type Mailer, type MailFailure, openMailer } from './foundation/mail/index.ts'
import type { Database } from './foundation/storage/index.ts'
import { renderMail } from './surfaces/mails/index.ts'

const CONNECTIONS = 10
/** How many are taken at once: another project waits for no more than these. Few statements serve them all. */
const PORTION = 50
const LOOK_EVERY_MS = 1_000
/** While the server takes no mail, the pause between two attempts doubles up to this. */
const LONGEST_PAUSE_MS = 60_000
/** What was read longer ago may not be true any more: the mail is given back, and made anew by whoever takes it. */
const FRESH_MS = 10_000
/** The pauses between attempts to write what came of mails, a minute in all. What is not written is sent again. */
const WRITE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** A server may take minutes to confirm a mail; a stop waits no longer than this. */
const STOP_WITHIN_MS = 10_000

export interface SenderOptions {
  readonly database: Database
  readonly config: Config
  readonly log: Log
  /** Instead of the database's clock; for tests of the rules about time. */
  readonly now?: () => Date
  readonly patienceMs?: number
  readonly stopWithinMs?: number
  /** Hears what became of each attempt. */
  readonly count?: (result: Result['came']) => void
}

export interface Sender {
  /** Takes no more mails and lets those under way finish, for a while. */
  stop(): Promise<void>
}

/**
 * Sends what is due, until it is stopped. Any number of processes may do it: each mail is taken by one of them, for a while. A mail is under way
 * until its result is written, so after `kill -9` only mails that were under way are sent again.
 */
export async function sendMails(options: SenderOptions): Promise<Sender> {
  const { config, log, database, now = database.clock.now, stopWithinMs = STOP_WITHIN_MS, count = () => {} } = options
  const links = await openMailLinks(database.sql)
  const summaryOf = shareSummaries()
  const mailer = await mailerOf(options)
  const repeated = limitRepeats(log)
  const stopping = new AbortController()
  const { signal } = stopping
  const call = () => systemCall(database, config, now())
  const server = watchServer(repeated, signal)
  const stock = keepStock(now, async () => {
    await server.isBack()
    if (signal.aborted) return []
    const found = await takeMails(call(), PORTION).catch((error) => {
      repeated.warn({ err: error }, 'the mails that are due were not read; they are tried again')
      return []
    })
    if (found.length === 0) await pause(LOOK_EVERY_MS, signal)
    return found
  })
  const gathered = gather<Result>((results) => insist(() => settleMails(call(), results), repeated, signal))
  const write = (result: Result) =>
    gathered(result).catch((error) => {
      stock.empty() // nothing more leaves while it cannot be written; they are due again later
      log.error({ err: error }, 'what came of a mail was not written; it may be sent again')
    })
  /** They are free for any process. */
  const giveBack = () => Promise.all(stock.empty().map(({ mail }) => write({ mail, came: 'untried' })))

  const attempt = async ({ mail, project, letter: read }: Taken): Promise<Result> => {
    const here = systemCallIn(call(), project)
    const letter = await (read ? read() : readLetter(here, mail, summaryOf))
    if (typeof letter === 'string') return { mail, came: 'skipped', reason: letter }
    if (!mailer) return { mail, came: 'off' }
    const ready = await readyToLeave(here, letter)
    const failure = await mailer.send(renderMail(ready, config, links))
    server.note(failure)
    if (!failure) return { mail, came: 'sent' }
    if (failure.kind !== 'interrupted') await didNotLeave(here, ready)
    return { mail, came: 'failed', project, email: letter.email, failure }
  }
  const send = ({ taken, isFresh }: Held): Promise<Result> | Result => {
    const { mail } = taken
    if (!isFresh) return { mail, came: 'untried' }
    return attempt(taken).catch((error) => {
      repeated.error({ err: error, mail: mail.id }, 'a mail could not be made; it is tried again')
      return { mail, came: 'fault' }
    })
  }
  /** While the result of a mail is being written, its connection sends the next. */
  const work = async () => {
    let written: Promise<unknown> = Promise.resolve()
    while (!signal.aborted) {
      const held = await stock.next()
      const result = held && (await send(held))
      if (result) count(result.came)
      await written
      if (result) written = write(result)
      if (server.isAway()) await giveBack()
    }
    await written
  }
  const working = Promise.all(Array.from({ length: CONNECTIONS }, work))
  return {
    stop: async () => {
      stopping.abort()
      const late = globalThis.setTimeout(() => mailer?.abort(), stopWithinMs)
      await working
      clearTimeout(late)
      await stock.isTaken()
      await giveBack()
      mailer?.close()
    },
  }
}

interface Held {
  readonly taken: Taken
  readonly isFresh: boolean
}

/** The mails that were taken and not tried yet. */
function keepStock(now: () => Date, take: () => Promise<readonly Taken[]>) {
  const stock: { readonly taken: Taken; readonly at: number }[] = []
  let taking: Promise<void> | undefined
  const fill = async () => {
    const found = await take()
    stock.push(...found.map((taken) => ({ taken, at: now().getTime() })))
  }
  return {
    /** One worker looks for all, before the last mail is gone. While there is none, the others wait for what it finds. */
    next: async (): Promise<Held | undefined> => {
      if (stock.length < CONNECTIONS) {
        taking ??= fill().finally(() => {
          taking = undefined
        })
      }
      if (stock.length === 0) await taking
      const one = stock.shift()
      return one && { taken: one.taken, isFresh: now().getTime() - one.at <= FRESH_MS }
    },
    empty: () => stock.splice(0).map(({ taken }) => taken),
    isTaken: async () => taking,
  }
}

/** Pauses everything while the server takes no mail. */
function watchServer(log: LimitedLog, signal: AbortSignal) {
  let pauseMs = LOOK_EVERY_MS
  let away: Promise<void> | undefined
  return {
    note: (failure: MailFailure | undefined) => {
      if (!failure?.isShared) {
        pauseMs = LOOK_EVERY_MS
        return
      }
      const { kind, answer } = failure
      log.warn({ kind, answer }, 'the mail server takes no mail; all mails wait')
      if (away) return
      away = pause(pauseMs, signal).finally(() => {
        away = undefined
      })
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    },
    isAway: () => away !== undefined,
    isBack: async () => away,
  }
}

/** A short fault of the database does not send mails twice. */
async function insist(write: () => Promise<void>, log: LimitedLog, signal: AbortSignal): Promise<void> {
  for (const ms of WRITE_PAUSES_MS) {
    try {
      return await write()
    } catch (error) {
      log.warn({ err: error }, 'what came of mails was not written; it is tried again')
      await pause(ms, signal)
    }
  }
  await write()
}

async function mailerOf({ config: { smtpUrl, mailFrom }, patienceMs }: SenderOptions): Promise<Mailer | undefined> {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  return openMailer({ smtpUrl, mailFrom, connections: CONNECTIONS, ...(patienceMs && { patienceMs }) })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {}) // it was stopped
}
