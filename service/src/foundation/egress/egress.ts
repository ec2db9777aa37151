import { type Failure, failureOf } from './failure.ts'
import { type GuardOptions, openGuard, type Refusal } from './guard.ts'
import { type Answered, LeftConnection, openLines, type Posted } from './lines.ts'

/** From the first question to DNS to the last byte of the answer. */
const ANSWERED_WITHIN_MS = 15_000

/** What became of a request. */
export type Outcome = (Answered | { readonly kind: 'failed'; readonly failure: Failure }) & { readonly ms: number }

/** The only way to call an address that somebody typed in. */
export interface Egress {
  /** Why such an address must not be called, as far as DNS says now. Undefined: it may be. */
  refusalOf(url: string): Promise<Refusal | undefined>
  /** Never throws: a failure is an outcome. Follows no redirect and unpacks no compression. */
  post(url: string, posted: Posted): Promise<Outcome>
  close(): void
}

export interface EgressOptions extends GuardOptions {
  /** Other than the usual; for tests. */
  readonly withinMs?: number
}

export function openEgress({ withinMs = ANSWERED_WITHIN_MS, ...options }: EgressOptions): Egress {
  const guard = openGuard(options)
  const lines = openLines(guard.lookUp)
  return {
    refusalOf: guard.refusalNow,
    post: async (text, posted) => {
      const started = performance.now()
      const took = () => Math.round(performance.now() - started)
      const url = guard.read(text)
      if (typeof url === 'string') return { kind: 'failed', failure: 'not_allowed', ms: took() }
      const send = () => lines.post(url, posted, withinMs - took())
      const answer = await send()
        .catch((error) => (error instanceof LeftConnection ? send() : Promise.reject(error)))
        .catch(failureOf)
      return typeof answer === 'string' ? { kind: 'failed', failure: answer, ms: took() } : { ...answer, ms: took() }
    },
    close: lines.close,
  }
}
