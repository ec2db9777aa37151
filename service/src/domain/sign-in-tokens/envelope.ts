import { isObject, JsonFault, parseJson } from '../../foundation/json/index.ts'
import { tokenAlgNotAllowed, tokenHeaderNotAllowed, tokenMalformed } from './problems.ts'
import { type Facts, rule, type Verdict, verdict } from './rule.ts'
import { count, show } from './wording.ts'

const LONGEST_TOKEN = 8192

/** Members that bring a key of their own, change what is signed, or belong to encryption. Every name that begins with `x5` is one of them. */
const FOREIGN = new Set(['crit', 'b64', 'jwk', 'jku', 'zip', 'enc', 'epk', 'apu', 'apv', 'iv', 'tag', 'p2s', 'p2c'])

export const threeParts = rule(
  'format',
  'check',
  `three base64url parts joined by dots, without padding, at most ${LONGEST_TOKEN} characters in all`,
  ({ token }) => {
    if (token.length > LONGEST_TOKEN) return malformed(`${token.length} characters`)
    const texts = token.split('.')
    if (texts.length !== 3) return malformed(count(texts.length, 'part'))
    const [header, claims, signature] = texts.map(decodeExactly)
    if (header && claims && signature) {
      return {
        found: () => `three parts, ${token.length} characters`,
        learned: { parts: { header, claims, signature } },
      }
    }
    const wrong = !header ? 'first' : !claims ? 'second' : 'third'
    return malformed(`a ${wrong} part that is empty or not canonical base64url`)
  },
)

export const readableHeader = rule('header', 'parts', 'a JSON object in UTF-8, with no member named twice', (parts) =>
  readObject('header', parts.header),
)

export const readableClaims = rule('claims', 'parts', 'a JSON object in UTF-8, with no member named twice', (parts) =>
  readObject('claims', parts.claims),
)

export const onlyEs256 = rule('alg', 'header', '"ES256"', ({ alg }) =>
  verdict(alg === 'ES256', tokenAlgNotAllowed, () => show(alg)),
)

export const noForeignMembers = rule(
  'header_members',
  'header',
  'no crit, b64, jwk, jku, x5…, zip, enc or other member of encryption',
  (header) => {
    const foreign = Object.keys(header).filter((member) => FOREIGN.has(member) || member.startsWith('x5'))
    return verdict(
      foreign.length === 0,
      tokenHeaderNotAllowed,
      () => foreign.slice(0, 5).map(show).join(', ') || 'none',
    )
  },
)

export const namesItsKey = rule('kid', 'header', 'a text, the kid of one of the project’s signing keys', ({ kid }) =>
  verdict(typeof kid === 'string', tokenMalformed, () => show(kid)),
)

/** Another text that decodes to the same bytes would be a second token with the same signature. */
function decodeExactly(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined
}

function readObject(fact: 'header' | 'claims', bytes: Buffer): Verdict {
  try {
    const value = parseJson(bytes)
    if (!isObject(value)) return malformed('JSON that is not an object')
    const learned: Partial<Facts> = fact === 'header' ? { header: value } : { claims: value }
    return { found: () => count(Object.keys(value).length, 'member'), learned }
  } catch (error) {
    if (error instanceof JsonFault) return malformed(`a text that is refused because ${error.message}`)
    throw error
  }
}

function malformed(found: string): Verdict {
  return { fault: tokenMalformed, found: () => found }
}
