import type { FastifyReply } from 'fastify'
import { postMerged } from '../../../domain/posts/index.ts'
import { notFound, Problem, versionConflict } from '../../../foundation/problems/index.ts'

const FIELDS: Readonly<Record<string, string>> = {
  '/title': 'The title',
  '/body': 'The text',
  '/comment': 'The answer',
  '/into_post_id': 'The post to merge into',
  '/is_internal': 'Whether it is internal',
  '/parent_id': 'What it answers',
  '/reason': 'The reason',
}

const KINDS: Readonly<Record<string, string>> = {
  [versionConflict.code]: 'Somebody else changed it after you opened it. Check the current version, then save again.',
  [postMerged.code]: 'It was merged into another post. Use that post, or undo the merge first.',
  [notFound.code]: 'It no longer exists.',
}

/** What a person reads about a code of ours. */
export function wordsFor(code: string): string {
  return KINDS[code] ?? 'It could not be done.'
}

export interface Fault {
  readonly status: number
  readonly code: string
  readonly text: string
}

/** What is wrong with a form, for its sender; an error that the sender cannot correct is rethrown. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Problem) || error.kind.status >= 500) throw error
  const { kind, errors } = error
  const [first] = errors ?? []
  const text = first
    ? `${FIELDS[first.pointer] ?? 'It'} ${first.detail}.`
    : (KINDS[kind.code] ?? `${kind.title} ${kind.remedy}`)
  return { status: kind.status, code: kind.code, text }
}

/** Sets the status of the answer and says what is wrong; what does not exist has a page of its own. */
export function sayFault(reply: FastifyReply, error: unknown): string {
  const { status, text } = faultOf(error)
  if (status === 404) throw error
  reply.code(status)
  return text
}

/** What was wrong with a form, as a text for its sender. */
export interface FormErrors {
  readonly status: number
  readonly text: string
  /** By the names of the fields, as the API calls them. */
  readonly fields: Readonly<Record<string, string>>
}

/** Errors that a person can correct and send again. All others are rethrown. */
export function formErrorsOf(error: unknown): FormErrors {
  if (!(error instanceof Problem) || error.kind.status >= 500 || error.kind.status === 404) throw error
  const { kind, errors = [] } = error
  const fields = Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(1), `It ${detail}.`]))
  const text =
    kind === versionConflict
      ? 'Somebody else changed this after you opened it. What you typed is still here: check the current version, then save again.'
      : errors.length > 0
        ? 'Something is not valid yet. Please check the marked fields.'
        : `${kind.title} ${kind.remedy}`
  return { status: kind.status, text, fields }
}
