import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { systemCall, systemCallIn } from './domain/call/index.ts'
import { type Mail, openMailLinks, settleMail, shelveMail, skipMail, takeMails } from './domain/mails/index.ts'
import { projectById } from './domain/projects/index.ts'
import { readLetter, readyToLeave } from './domain/team-mails/index.ts'
import { type Log, limitRepeats } from './foundation/log/index.ts'
import { isOfServer, type Mailer, openMailer } from './foundation/mail/index.ts'
import type { Database } from './foundation/storage/index.ts'
import { renderMail } from './surfaces/mails/index.ts'

/** How many mails are under way at once. */
const CONNECTIONS = 10
/** How many are taken at once: another project waits for no more than these. */
const PORTION = 2 * CONNECTIONS
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
 * Sends what is due, until it is stopped. Any number of processes may do it: each mail is taken by one of them, for a while. A mail is settled
 * right after the server took it, so after `kill -9` only those repeat that were just being sent.
 */
export async function sendMails(options: SenderOptions): Promise<Sender> {
  const { config, log, database, now = database.clock.now } = options
  const links = await openMailLinks(database.sql)
  const mailer = mailerOf(options)
  const repeated = limitRepeats(log)
  const { signal, stop } = stopSignal()
  const call = () => systemCall(database, config, now())
  const taken: Mail[] = []
  let taking: Promise<void> | undefined
  let pauseMs = LOOK_EVERY_MS
  /** Every worker waits for this while the server takes no mail. */
  let away: Promise<void> | undefined

  const take = async () => {
    taken.push(...(await takeMails(call(), { delayMs: config.mailDelaySeconds * 1000, most: PORTION })))
  }
  const next = async (): Promise<Mail | undefined> => {
    if (taken.length === 0) {
      taking ??= take().finally(() => {
        taking = undefined
      })
      await taking
    }
    return taken.shift()
  }
  const send = async (mail: Mail): Promise<void> => {
    const project = await projectById(call(), mail.projectId)
    const letter = await readLetter(systemCallIn(call(), project), mail)
    if (typeof letter === 'string') return skipMail(call(), mail, letter)
    if (!mailer) return shelveMail(call(), mail)
    const ready = await readyToLeave(systemCallIn(call(), project), letter)
    const failure = await mailer.send(renderMail(ready, config, links))
    await settleMail(systemCallIn(call(), project), letter, failure)
    if (!failure || !isOfServer(failure)) {
      pauseMs = LOOK_EVERY_MS
      return
    }
    repeated.warn({ kind: failure.kind, answer: failure.answer }, 'the mail server takes no mail; all mails wait')
    away ??= pause(pauseMs, signal).finally(() => {
      away = undefined
    })
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  const work = async () => {
    while (!signal.aborted) {
      try {
        await away
        const mail = signal.aborted ? undefined : await next()
        if (mail) await send(mail)
        else await pause(LOOK_EVERY_MS, signal)
      } catch (error) {
        repeated.warn({ err: error }, 'a mail was not sent; it is tried again')
        await pause(LOOK_EVERY_MS, signal)
      }
    }
  }
  const working = Promise.all(Array.from({ length: CONNECTIONS }, work))
  return {
    stop: async () => {
      stop()
      await working
      mailer?.close()
    },
  }
}

function mailerOf({ config: { smtpUrl, mailFrom }, patienceMs }: SenderOptions): Mailer | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  return openMailer({ smtpUrl, mailFrom, connections: CONNECTIONS, ...(patienceMs && { patienceMs }) })
}

function stopSignal(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  setMaxListeners(CONNECTIONS * 2, controller.signal) // each worker waits with it
  return { signal: controller.signal, stop: () => controller.abort() }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {}) // it was stopped
}
