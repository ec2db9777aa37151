import { asHeader } from './clean.ts'

/** The server takes no mail at all until somebody mends it or its settings. */
export const SERVER_FAILURES = ['all_refused', 'login', 'tls', 'away'] as const

/**
 * Why a mail did not leave.
 * - `address_refused`: the server refuses this recipient for good.
 * - `mail_refused`: the server refuses this mail for good.
 * - `not_now`: the server asks to try again later.
 * - `interrupted`: the server hung up or fell silent after it was told of this mail. It may have taken it.
 * - `all_refused`: the server refuses whatever this service sends.
 * - `login`, `tls`, `away`: the server was not reached, or lets us say nothing of the mail.
 */
export type MailFailureKind =
  | 'address_refused'
  | 'mail_refused'
  | 'not_now'
  | 'interrupted'
  | (typeof SERVER_FAILURES)[number]

/** What happened, and the last words of the server where there were any. */
export interface MailFailure {
  readonly kind: MailFailureKind
  /** As the server wrote it, without the address that the mail was for. */
  readonly answer: string | undefined
  /** Other mails fail as well: none is worth trying for a while. */
  readonly isShared: boolean
}

/** The members of an error of nodemailer that say what happened. */
interface Failed {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

const LONGEST_ANSWER = 300

const servers: ReadonlySet<MailFailureKind> = new Set(SERVER_FAILURES)

export function isOfServer({ kind }: MailFailure): boolean {
  return servers.has(kind)
}

/** `hasBegun`: the server was told of the mail. What fails before concerns every mail alike. */
export function failureOf(error: unknown, recipient: string, hasBegun: boolean): MailFailure {
  const failed: Failed = typeof error === 'object' && error !== null ? error : {}
  const said = typeof failed.response === 'string' ? failed.response : failed.message
  const kind = hasBegun ? kindOfMail(failed) : kindOfServer(failed)
  const answer = typeof said === 'string' ? withoutAddress(said, recipient) : undefined
  return { kind, answer, isShared: servers.has(kind) }
}

/** Whether the server named the address as what is wrong: the codes for it in RFC 3463, but those for addresses of senders. */
export function blamesAddress(answer: string | undefined): boolean {
  return answer !== undefined && /^\d{3}[ -]5\.(?:1\.(?![78]\b)\d|2\.1\b)/.test(answer)
}

function kindOfServer({ code, responseCode, message }: Failed): MailFailureKind {
  if (code === 'EAUTH' || code === 'ENOAUTH') return isForNow(responseCode) ? 'away' : 'login'
  return code === 'ETLS' || isOfTls(code, message) ? 'tls' : 'away'
}

function kindOfMail({ code, command, responseCode, response }: Failed): MailFailureKind {
  if (typeof responseCode !== 'number' || typeof response !== 'string') {
    if (code === 'EENVELOPE') return 'address_refused'
    return code === 'EMESSAGE' ? 'mail_refused' : 'interrupted'
  }
  if (responseCode === 421) return 'interrupted'
  if (isForNow(responseCode)) return 'not_now'
  if (WANTS_LOGIN.has(responseCode)) return 'login'
  if (command === 'MAIL FROM') return isAboutContent(response) ? 'mail_refused' : 'all_refused'
  return command === 'RCPT TO' && isAboutAddress(response) ? 'address_refused' : 'mail_refused'
}

/** RFC 4954: to be allowed to send, one has to log in first, or otherwise. */
const WANTS_LOGIN: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** At MAIL FROM the server knows the sender, and of the mail only how long it is and in which alphabet. */
function isAboutContent(response: string): boolean {
  return /^(?:552|\d{3}[ -]5\.(?:3\.4|6\.\d))/.test(response)
}

/** Servers without such codes have two replies for a mailbox that is not there. */
function isAboutAddress(response: string): boolean {
  return blamesAddress(response) || /^55[03][ -](?!\d\.\d)/.test(response)
}

/** 503 asks for another connection. */
function isForNow(responseCode: unknown): boolean {
  return typeof responseCode === 'number' && (responseCode < 500 || responseCode === 503)
}

/** A certificate that does not fit, or a server that speaks no TLS, arrives as an error of the socket. */
function isOfTls(code: unknown, message: unknown): boolean {
  if (code !== 'ESOCKET' && code !== 'ECONNECTION')
    return typeof code === 'string' && /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_)/.test(code)
  return typeof message === 'string' && /certificate|\bssl\b|\btls\b|altname|wrong version number/i.test(message)
}

/** Servers repeat the address; whoever reads the failure may not be allowed to read addresses. */
function withoutAddress(text: string, recipient: string): string {
  return asHeader(text, LONGEST_ANSWER)
    .replace(/[^\s<>"'():;,]+@[^\s<>"'():;,]+/g, '…')
    .replaceAll(recipient, '…')
}
