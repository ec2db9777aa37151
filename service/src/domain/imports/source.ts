import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { Text } from '../texts/index.ts'

const LONGEST = 40

export const ImportSource = Text(
  1,
  LONGEST,
  'Where the records come from, such as canny. External ids are unique within it.',
)
const SOURCE = new RegExp(`^[a-z0-9][a-z0-9._-]{0,${LONGEST - 1}}$`)

export function readSource(source: string): string {
  if (SOURCE.test(source)) return source
  const detail = `must have 1 to ${LONGEST} lower-case letters, digits, dots, hyphens and underscores`
  throw new Problem(invalidRequest, {
    errors: [{ pointer: '/querystring/source', detail }],
    detail: `source ${detail}.`,
  })
}

/** A text as the name of a source; an empty one if nothing of it is left. */
export function sourceIn(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, LONGEST)
}
