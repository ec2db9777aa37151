import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { systemCall, systemCallIn } from './domain/call/index.ts'
import { openMailLinks, type Result, settleMails, type Taken, takeMails } from './domain/mails/index.ts'
import { readLetter, readyToLeave } from './domain/team-mails/index.ts'
import { gather } from './foundation/jobs/index.ts'
import { type Log, limitRepeats } from './foundation/log/index.ts'
import { isOfServer, type Mailer, type MailFailure, openMailer } from './foundation/mail/index.ts'
import type { Database } from './foundation/storage/index.ts'
import { renderMail } from './surfaces/mails/index.ts'

const CONNECTIONS = 10
/** How many mails are under way at once: while it is written what came of one, its connection sends the next. */
const UNDER_WAY = 2 * CONNECTIONS
/** How many are taken at once: another project waits for no more than these. Few statements serve them all. */
const PORTION = 50
const LOOK_EVERY_MS = 1_000
/** While the server takes no mail, the pause between two attempts doubles up to this. */
const LONGEST_PAUSE_MS = 60_000

export interface SenderOptions {
  readonly database: Database
  readonly config: Config
  readonly log: Log
  /** Instead of the database's clock; for tests of the rules about time. */
  readonly now?: () => Date
  readonly patienceMs?: number
}

export interface Sender {
  /** Takes no more mails and lets those under way finish. */
  stop(): Promise<void>
}

/**
 * Sends what is due, until it is stopped. Any number of processes may do it: each mail is taken by one of them, for a while. A mail is under way
 * until its result is written, so after `kill -9` only mails that were under way are sent again.
 */
export async function sendMails(options: SenderOptions): Promise<Sender> {
  const { config, log, database, now = database.clock.now } = options
  const links = await openMailLinks(database.sql)
  const mailer = mailerOf(options)
  const repeated = limitRepeats(log)
  const stopping = new AbortController()
  const { signal } = stopping
  const call = () => systemCall(database, config, now())
  const taken: Taken[] = []
  const settle = gather<Result>((results) =>
    settleMails(call(), results).catch((error) => {
      taken.length = 0 // nothing more leaves while it cannot be written; they are due again later
      throw error
    }),
  )
  let taking: Promise<void> | undefined
  let pauseMs = LOOK_EVERY_MS
  /** Nothing is taken before this ends: the server takes no mail. */
  let away: Promise<void> | undefined

  const take = async () => {
    await away
    if (signal.aborted) return
    const found = await takeMails(call(), { delayMs: config.mailDelaySeconds * 1000, most: PORTION }).catch((error) => {
      repeated.warn({ err: error }, 'the mails that are due were not read; they are tried again')
      return []
    })
    taken.push(...found)
    if (found.length === 0) await pause(LOOK_EVERY_MS, signal)
  }
  /** One worker looks for all, before the last mail is gone. While there is none, the others wait for what it finds. */
  const next = async (): Promise<Taken | undefined> => {
    if (taken.length < CONNECTIONS) {
      taking ??= take().finally(() => {
        taking = undefined
      })
    }
    if (taken.length === 0) await taking
    return taken.shift()
  }
  /** They are free for any process, and are made anew when they leave. */
  const giveBack = () => Promise.all(taken.splice(0).map(({ mail }) => settle({ mail, came: 'untried' })))
  const send = async (one: Taken): Promise<void> => {
    const { mail, project } = one
    const here = () => systemCallIn(call(), project)
    const letter = await (one.letter ? one.letter() : readLetter(here(), mail))
    if (typeof letter === 'string') return settle({ mail, came: 'skipped', reason: letter })
    if (!mailer) return settle({ mail, came: 'off' })
    const failure = await mailer.send(renderMail(await readyToLeave(here(), letter), config, links))
    if (failure && isOfServer(failure)) waitForServer(failure)
    else pauseMs = LOOK_EVERY_MS
    await settle(failure ? { mail, came: 'failed', project, email: letter.email, failure } : { mail, came: 'sent' })
    if (away) await giveBack()
  }
  const waitForServer = ({ kind, answer }: MailFailure) => {
    repeated.warn({ kind, answer }, 'the mail server takes no mail; all mails wait')
    if (away) return
    away = pause(pauseMs, signal).finally(() => {
      away = undefined
    })
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  const work = async () => {
    while (!signal.aborted) {
      try {
        const one = await next()
        if (one) await send(one)
      } catch (error) {
        repeated.warn({ err: error }, 'a mail was not sent; it is tried again')
      }
    }
  }
  const working = Promise.all(Array.from({ length: UNDER_WAY }, work))
  return {
    stop: async () => {
      stopping.abort()
      await working
      await taking
      await giveBack().catch((error) => log.warn({ err: error }, 'mails that were taken wait for some minutes'))
      mailer?.close()
    },
  }
}

function mailerOf({ config: { smtpUrl, mailFrom }, patienceMs }: SenderOptions): Mailer | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  return openMailer({ smtpUrl, mailFrom, connections: CONNECTIONS, ...(patienceMs && { patienceMs }) })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {}) // it was stopped
}
