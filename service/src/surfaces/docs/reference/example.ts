import type { Plain } from './samples/request.ts'

/** A call that the service answered with success in a test, and its answer. Ids, times and secrets are others, so that they stay the same. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, Plain>>
  readonly body?: unknown
  /** Its body is a file: the one part of a form, or lines. */
  readonly sends?: 'picture' | 'lines'
  readonly status: number
  /** JSON, or the beginning of a text. */
  readonly answer?: unknown
}

export type Caller = 'anyone' | 'app' | 'server'

/** By operation, and by who calls. */
export type Examples = Readonly<Record<string, Partial<Readonly<Record<Caller, Example>>>>>
