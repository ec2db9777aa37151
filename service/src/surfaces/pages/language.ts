import { onFirstUse } from '../../../../ui/on-first-use.ts'
import { LANGUAGES } from '../../../../ui/words/words.ts'
import type { Project } from '../../domain/projects/index.ts'

const englishNames = onFirstUse(() => new Intl.DisplayNames('en', { type: 'language' }))

/** The language in which the board is written, if we speak it. A project names it as PostgreSQL does: `german`. */
export function languageOf({ language }: Pick<Project, 'language'>): string | undefined {
  return LANGUAGES.find((code) => englishNames().of(code)?.toLowerCase() === language)
}
