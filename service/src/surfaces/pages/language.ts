import { LANGUAGES } from '../../../../ui/words/words.ts'
import type { Project } from '../../domain/projects/index.ts'

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** The language in which the board is written, if we speak it. A project names it as PostgreSQL does: `german`. */
export function languageOf({ language }: Pick<Project, 'language'>): string | undefined {
  return LANGUAGES.find((code) => ENGLISH_NAMES.of(code)?.toLowerCase() === language)
}
