import { parseArgs } from 'node:util'
import { UsageError } from '../terminal.ts'

/** The option that almost every command has. */
export const PROJECT = { project: { type: 'string' } } as const

/** An empty value counts as missing. */
export function requireValue(value: string | undefined, otherwise: string): string {
  if (!value) throw new UsageError(otherwise)
  return value
}

export function requireProject({ project }: { readonly project?: string | undefined }): string {
  return requireValue(project, 'Name the project by its slug: --project SLUG.')
}

/** An invalid value is not repeated: it may be a token or a key in the wrong place. */
export function onlyWord(words: readonly string[], otherwise: string): string {
  const [word] = words
  if (word === undefined || words.length > 1) throw new UsageError(otherwise)
  return word
}

export function readPosition(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError('--position is a whole number, such as 2.')
  return Number(text)
}

/** Reads the words of a command that is about one object of a project. */
export function projectAndWord(words: string[], otherwise: string): { readonly slug: string; readonly word: string } {
  const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
  return { slug: requireProject(values), word: onlyWord(positionals, otherwise) }
}
