import type { AnswerOf, InputOf, Request } from '../../transport/src/calls.ts'
import { deliver } from '../../transport/src/delivery.ts'
import { FeedbackError } from '../../transport/src/feedback-error.ts'
import { type AnyInput, parcelOf, partsOf } from '../../transport/src/parcel.ts'
import { unlessStopped } from '../../transport/src/wait.ts'
import type { Operations } from './api.ts'
import { checkOptions, type FeedbackClientOptions } from './options.ts'
import { createSessions, headersOf, isSessionOver } from './sessions.ts'

/** The client handles sessions itself. */
export type AppOperations = Omit<Operations, 'POST /sessions/sso' | 'DELETE /sessions/current'>
/** An operation that an app can call, such as 'GET /posts/{id}'. */
export type Operation = keyof AppOperations
export type Input<O extends Operation> = InputOf<AppOperations[O]>
export type Answer<O extends Operation> = AnswerOf<AppOperations[O]>

export type FeedbackConnection = ReturnType<typeof createFeedbackConnection>

/** The client without methods for single calls: only `request`, `signIn` and `signOut`, for small bundles. */
export function createFeedbackConnection(given: FeedbackClientOptions) {
  const options = checkOptions(given)
  const sessions = createSessions(options)

  async function send(operation: string, input: AnyInput = {}): Promise<unknown> {
    const [method, template] = partsOf(operation)
    const { signal } = input
    const parcel = parcelOf(options, method, template, input)
    const begun = sessions.era()
    const check = () => sessions.checkSince(begun)
    let session = await unlessStopped(needsSession(method, template) ? sessions.need() : sessions.ifAny(), signal)
    for (let renewed = false; ; renewed = true) {
      try {
        const headers = { ...headersOf(options, session), ...parcel.headers }
        return await deliver(options, { ...parcel, headers, ...(session && { check }) })
      } catch (error) {
        const isBanned = error instanceof FeedbackError && error.code === 'user_banned' // a new token would not help
        if (!isBanned && !isSessionOver(error)) throw error
        sessions.forget(session)
        if (isBanned || renewed || !options.getToken) {
          sessions.tell()
          throw error
        }
        check()
        const before = session
        session = await unlessStopped(sessions.need(), signal)
        if (before && before.user.id !== session.user.id) {
          throw new FeedbackError('user_changed', 'Somebody else is signed in now; the call was not repeated.')
        }
      }
    }
  }

  // One function for all operations; the operation decides the types of its input and answer.
  return { send, request: send as Request<AppOperations>, signIn: sessions.signIn, signOut: sessions.signOut }
}

/** Public reads work without a session; a private board answers that it needs one. */
export function needsSession(method: string, template: string): boolean {
  return method !== 'GET' || template.startsWith('/me')
}
