import type { Operations } from './api.ts'
import { deliver, type Parcel } from './delivery.ts'
import { FeedbackError } from './feedback-error.ts'
import type { StopSignal } from './host.ts'
import { type CheckedOptions, checkedOptions, type FeedbackClientOptions } from './options.ts'
import { createSessions, headersOf, isSessionOver } from './sessions.ts'
import { unlessStopped } from './wait.ts'

/** What an app can ask for, such as 'GET /posts/{id}'. Sessions are the client's own affair. */
export type Operation = Exclude<keyof Operations, 'POST /sessions/sso' | 'DELETE /sessions/current'>

export interface CallOptions {
  /** Stops the call, and its waiting, at once. */
  readonly signal?: StopSignal | undefined
  /** For a PATCH: only the version that was read is changed. `etagOf` tells it. */
  readonly ifMatch?: string | undefined
  /** For a POST that shall be sent again later, such as after a restart of the app; otherwise each call gets its own. */
  readonly idempotencyKey?: string | undefined
}

export type Input<O extends Operation> = Omit<Operations[O], 'answer'> & CallOptions
export type Answer<O extends Operation> = Operations[O]['answer']

/** Whatever the operation, as it is at run time. */
interface AnyInput extends CallOptions {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: unknown
}

/** The input may be left out where nothing in it has to be there. */
type Request = <O extends Operation>(
  operation: O,
  ...input: Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>]
) => Promise<Answer<O>>

export type FeedbackConnection = ReturnType<typeof createFeedbackConnection>

/** The client without names for its calls: `request`, `signIn` and `signOut`, for whoever counts bytes. */
export function createFeedbackConnection(given: FeedbackClientOptions) {
  const options = checkedOptions(given)
  const sessions = createSessions(options)

  async function send(operation: Operation, input: AnyInput = {}): Promise<unknown> {
    const space = operation.indexOf(' ')
    const method = operation.slice(0, space)
    const template = operation.slice(space + 1)
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

  // One function for all operations; what it takes and answers follows from the operation.
  return { send, request: send as Request, signIn: sessions.signIn, signOut: sessions.signOut }
}

/** What everybody may read is read without a session while there is none; a private board says that it needs one. */
export function needsSession(method: string, template: string): boolean {
  return method !== 'GET' || template.startsWith('/me')
}

/** Made once for all tries: its key and its text stay the same, whatever becomes of the body meanwhile. */
function parcelOf(options: CheckedOptions, method: string, template: string, input: AnyInput): Parcel {
  const { path, query, body, signal, ifMatch, idempotencyKey } = input
  return {
    method,
    path: pathOf(template, path) + queryOf(query),
    headers: {
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? options.newIdempotencyKey() }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }
}

function pathOf(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    // A name of dots alone would be taken for a step upward, to another address.
    if (typeof value === 'string' && /[^.]/.test(value)) return encoded(value)
    throw new FeedbackError('argument_invalid', `${name} must be the id of something.`)
  })
}

function queryOf(query: object = {}): string {
  let text = ''
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) text += `${text ? '&' : '?'}${name}=${encoded(String(value))}`
  }
  return text
}

/** Half of a surrogate pair, such as the end of a text that was cut, has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'))
}
