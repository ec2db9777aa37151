import type { FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGES } from '../../../../../ui/words/words.ts'
import type { BoardContext } from './context.ts'
import { THEMES, type Theme } from './view.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The visitor's choices about reading. They are kept only in the browser, so signing in or out does not change them. */
export interface Choices {
  readonly language: string | undefined
  readonly theme: Theme | undefined
  /** The welcome note that they have hidden. */
  readonly welcomed: string | undefined
}

export function choicesOf({ cookies }: BoardContext, request: FastifyRequest): Choices {
  return {
    language: languageIn(cookies.read(request, 'language')),
    theme: themeIn(cookies.read(request, 'theme')),
    welcomed: cookies.read(request, 'welcomed'),
  }
}

/** Changes only the given choices. An unknown theme means that the device decides again. */
export function keepChoices(
  { cookies }: BoardContext,
  reply: FastifyReply,
  { language, theme, welcomed }: Readonly<Record<string, unknown>>,
): void {
  const spoken = languageIn(language)
  if (spoken) cookies.write(reply, 'language', spoken, YEAR_SECONDS)
  if (typeof welcomed === 'string' && /^[\w-]{8}$/.test(welcomed))
    cookies.write(reply, 'welcomed', welcomed, YEAR_SECONDS)
  const chosen = themeIn(theme)
  if (chosen) cookies.write(reply, 'theme', chosen, YEAR_SECONDS)
  else if (theme !== undefined) cookies.clear(reply, 'theme')
}

function languageIn(value: unknown): string | undefined {
  return LANGUAGES.find((language) => language === value)
}

function themeIn(value: unknown): Theme | undefined {
  return THEMES.find((theme) => theme === value)
}
