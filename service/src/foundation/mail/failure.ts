import { asHeader } from './clean.ts'

/**
 * Why a mail did not leave.
 * - `address_refused`: the server refuses this recipient for good.
 * - `mail_refused`: the server refuses this mail for good, whoever gets it.
 * - `not_now`: the server asks to try again later.
 * - `login`, `tls`, `away`: the server takes no mail at all.
 */
export type MailFailureKind = 'address_refused' | 'mail_refused' | 'not_now' | 'login' | 'tls' | 'away'

/** What happened, and the last words of the server where there were any. */
export interface MailFailure {
  readonly kind: MailFailureKind
  /** As the server wrote it, without the address that the mail was for. */
  readonly answer: string | undefined
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

/** Whether nothing else can be sent either until somebody mends the server or its settings. */
export function isOfServer({ kind }: MailFailure): boolean {
  return kind === 'login' || kind === 'tls' || kind === 'away'
}

export function failureOf(error: unknown, recipient: string): MailFailure {
  const failed: Failed = typeof error === 'object' && error !== null ? error : {}
  const said = typeof failed.response === 'string' ? failed.response : failed.message
  return { kind: kindOf(failed), answer: typeof said === 'string' ? withoutAddress(said, recipient) : undefined }
}

function kindOf({ code, command, responseCode, response, message }: Failed): MailFailureKind {
  if (code === 'EAUTH' || code === 'ENOAUTH') return isForNow(responseCode) ? 'away' : 'login'
  if (code === 'ETLS' || isOfTls(code, message)) return 'tls'
  if (typeof responseCode !== 'number' || !isAboutMail(command))
    return code === 'EENVELOPE' ? 'address_refused' : 'away'
  if (isForNow(responseCode)) return 'not_now'
  return command === 'RCPT TO' && !isAboutPolicy(response) ? 'address_refused' : 'mail_refused'
}

/** A code of 5.7 (RFC 3463), such as for a sender whom the server does not relay for: another mail to this address may be taken. */
function isAboutPolicy(response: unknown): boolean {
  return typeof response === 'string' && /^\d{3}[ -]5\.7\.\d/.test(response)
}

/** What was said before is about the connection. */
function isAboutMail(command: unknown): boolean {
  return command === 'MAIL FROM' || command === 'RCPT TO' || command === 'DATA'
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
