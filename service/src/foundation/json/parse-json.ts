/** The reason why a text is not accepted as JSON. `JSON.parse` alone would silently use the last of two members with one name. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Recursive code, such as JSON.stringify, runs out of stack some thousand levels down. The largest traits that
 * a token may carry, 2,048 bytes of brackets, still fit.
 */
const MOST_LEVELS = 1_024

/** One JSON value in UTF-8 without a byte order mark, without duplicate members, without NUL or lone surrogates, and not too deep. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const value = parse(text)
  refuseDuplicatesAndDepth(text)
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new JsonFault('it is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  // In valid UTF-8 only an escape can produce a character that the database cannot store, so most bodies are not walked at all.
  const walk = text.includes('\\u')
  try {
    return walk ? JSON.parse(text, refuseUnstorableValue) : JSON.parse(text)
  } catch (error) {
    if (error instanceof JsonFault) throw error
    throw new JsonFault('it is not valid JSON') // the parser's own words may quote the body
  }
}

function refuseUnstorableValue(_: string, value: unknown): unknown {
  if (typeof value === 'string') refuseUnstorable(value)
  return value
}

/** The database can store neither: NUL is an error there, and a lone surrogate silently becomes another character. */
function refuseUnstorable(text: string): void {
  if (text.includes('\0')) throw new JsonFault('a string holds the character U+0000')
  if (!text.isWellFormed()) throw new JsonFault('a string holds half of a surrogate pair')
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The text is valid JSON here, so its strings and braces can be followed without a parser. */
function refuseDuplicatesAndDepth(text: string): void {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    switch (code) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        open.push(code === OPEN_OBJECT ? new Set() : undefined)
        if (open.length > MOST_LEVELS) throw new JsonFault(`it is nested more than ${MOST_LEVELS} levels deep`)
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop()
        break
      case QUOTE: {
        const end = endOfString(text, at)
        if (followedByColon(text, end)) refuseSecond(open.at(-1), text.slice(at + 1, end - 1))
        at = end - 1
      }
    }
  }
}

function refuseSecond(members: Set<string> | undefined, literal: string): void {
  const name: string = literal.includes('\\') ? JSON.parse(`"${literal}"`) : literal // an escaped name is the same member
  refuseUnstorable(name)
  if (members?.has(name)) throw new JsonFault('an object has two members of the same name')
  members?.add(name)
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1
  return at + 1
}

function followedByColon(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) <= 0x20) at += 1 // between tokens, JSON has only blanks below this
  return text.charCodeAt(at) === COLON
}
