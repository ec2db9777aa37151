import type { FastifyReply } from 'fastify'
import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import { postMerged } from '../../../domain/posts/index.ts'
import { formWordsOf, notFound, Problem } from '../../../foundation/problems/index.ts'

/** The words for an error code in an address. */
export function wordsFor(words: ConsoleWords, code: string): string {
  return [postMerged, notFound].find((kind) => kind.code === code)?.inForms ?? words.say('shared_failed')
}

export interface Fault {
  readonly status: number
  readonly code: string
  readonly text: string
}

/** The fault of a form, for its sender. An error that the sender cannot correct is rethrown. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Problem) || error.kind.status >= 500) throw error
  return { status: error.kind.status, code: error.kind.code, text: formWordsOf(error) }
}

/** Sets the status of the answer and returns the text of the fault. A missing object has its own page instead. */
export function sayFault(reply: FastifyReply, error: unknown): string {
  const { status, text } = faultOf(error)
  if (status === 404) throw error
  reply.code(status)
  return text
}

/** The faults of a form, as texts for its sender. */
export interface FormErrors {
  readonly status: number
  readonly text: string
  /** By the names of the fields in the API. */
  readonly fields: Readonly<Record<string, string>>
}

/** Errors that a person can correct and send again. All others are rethrown. */
export function formErrorsOf(words: ConsoleWords, error: unknown): FormErrors {
  if (!(error instanceof Problem) || error.kind.status >= 500 || error.kind.status === 404) throw error
  const { kind, errors = [] } = error
  const fields = Object.fromEntries(
    errors.map(({ pointer, detail }) => [pointer.slice(1), words.say('shared_invalid_field', { detail })]),
  )
  const text = errors.length > 0 ? words.say('shared_invalid') : formWordsOf(error)
  return { status: kind.status, text, fields }
}
