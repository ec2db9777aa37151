import { curl } from './curl.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { fileOf, type SampleRequest } from './request.ts'
import { ruby } from './ruby.ts'
import { typescript } from './typescript.ts'

const LANGUAGES = {
  curl,
  TypeScript: typescript,
  Python: python,
  Ruby: ruby,
  PHP: php,
  Go: go,
  Java: java,
} as const

export type Language = keyof typeof LANGUAGES

export interface Sample {
  readonly language: Language
  readonly code: string
}

/** The same call in every language. Each runs as it is, when the variables it names are set. */
export function samplesOf(request: SampleRequest): readonly Sample[] {
  const all = Object.entries(LANGUAGES) as [Language, (request: SampleRequest) => string][] // as its type says
  return all
    .filter(([language]) => isFor(language, request))
    .map(([language, write]) => ({ language, code: write(request) }))
}

/** Apps send pictures with a kit or with curl: a form by hand would be longer than the rest of the sample. */
function isFor(language: Language, { by, body }: SampleRequest): boolean {
  const isFormOfApp = by !== 'server' && fileOf(body)?.isForm === true
  return !isFormOfApp || language === 'curl' || language === 'TypeScript'
}
