import { unexpectedAnswer } from '../../transport/src/answer.ts'
import { deliver } from '../../transport/src/delivery.ts'
import { FeedbackError } from '../../transport/src/feedback-error.ts'
import { unlessStopped } from '../../transport/src/wait.ts'
import type { Operations } from './api.ts'
import type { CheckedOptions, Me } from './options.ts'

export interface Session {
  readonly token: string
  readonly user: Me
}

/** The session of this client, kept only in memory. */
export function createSessions(options: CheckedOptions) {
  let current: Session | undefined
  let pending: Promise<Session> | undefined
  let toldOf: string | undefined
  /** Counts sign-outs: work that began before a sign-out does not continue after it. */
  let era = 0

  const tell = () => {
    const { user } = current ?? {}
    if (user?.id === toldOf) return
    toldOf = user?.id
    // In a later turn, so that an exception of the app's function makes no call fail.
    if (options.onSessionChange) void Promise.resolve(user ?? null).then(options.onSessionChange)
  }

  const renew = async (begun: number): Promise<Session> => {
    try {
      const session = await exchange(options)
      if (begun === era) current = session // otherwise a sign-out came meanwhile, and ends the session
      return session
    } finally {
      if (begun === era) {
        pending = undefined
        tell()
      }
    }
  }

  /** The existing session, or a new one. However many calls wait for it, the app is asked for one token. */
  const need = async (): Promise<Session> => {
    if (current) return current
    pending ??= renew(era)
    return pending
  }

  /** Throws if there was a sign-out since then: a call that one user began must not run as another. */
  const checkSince = (begun: number) => {
    if (begun !== era) throw new FeedbackError('signed_out', 'The user signed out before the call was done.')
  }

  const forget = (session: Session | undefined) => {
    if (session && session === current) current = undefined
  }

  const signOut = async () => {
    era += 1
    const last = current ? Promise.resolve(current) : pending
    current = pending = undefined
    tell()
    const session = await last?.catch(() => undefined)
    if (!session) return
    const parcel = { method: 'DELETE', path: '/sessions/current', headers: headersOf(options, session) }
    await deliver(options, parcel).catch((error) => {
      if (!isSessionOver(error)) throw error
    })
  }

  /** For reads that need no session: uses the session if there is one, or if a sign-in is in progress. */
  const ifAny = async (): Promise<Session | undefined> => current ?? pending?.catch(() => undefined)

  const signIn = async (): Promise<Me> => {
    const begun = era
    const { user } = await need()
    checkSince(begun)
    return user
  }

  return { need, ifAny, forget, tell, checkSince, signIn, signOut, era: () => era }
}

export function headersOf({ projectKey }: CheckedOptions, session?: Session): Record<string, string> {
  return { 'X-Project-Key': projectKey, ...(session && { Authorization: `Bearer ${session.token}` }) }
}

/** session_required, session_expired, session_ended, session_invalid: a new token may help. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof FeedbackError && error.status === 401 && error.code.startsWith('session_')
}

async function exchange(options: CheckedOptions): Promise<Session> {
  const token = await askForToken(options)
  const answer = (await deliver(options, {
    method: 'POST',
    path: '/sessions/sso',
    headers: { ...headersOf(options), 'Idempotency-Key': options.newIdempotencyKey() },
    body: JSON.stringify({ token }),
  })) as Operations['POST /sessions/sso']['answer'] // as the service describes it
  if (!answer.session_token) throw unexpectedAnswer(201)
  return { token: answer.session_token, user: answer.user }
}

async function askForToken({ getToken, tokenTimeoutMs: milliseconds }: CheckedOptions): Promise<string> {
  if (!getToken) throw new FeedbackError('session_required', 'This needs a signed-in user, and there is no getToken.')
  const late = () => new FeedbackError('token_unavailable', `getToken did not answer within ${milliseconds} ms.`)
  const asked = Promise.resolve().then(getToken)
  const token = await unlessStopped(asked, undefined, { milliseconds, error: late }).catch((cause) => {
    if (cause instanceof FeedbackError) throw cause
    throw new FeedbackError('token_unavailable', 'getToken failed.', { cause })
  })
  if (typeof token === 'string' && token !== '') return token
  throw new FeedbackError('token_unavailable', 'getToken answered with no token.')
}
