/** Why a text is not the JSON we take. `JSON.parse` alone would let the last of two members win in silence. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault'
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** One JSON value in UTF-8 without a byte order mark, without duplicate members, without NUL or lone surrogates. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const value = parse(text)
  refuseDuplicates(text)
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
  try {
    return JSON.parse(text, (_, value) => {
      if (typeof value === 'string') refuseUnstorable(value)
      return value
    })
  } catch (error) {
    if (error instanceof JsonFault) throw error
    throw new JsonFault('it is not valid JSON') // the parser's own words may quote the body
  }
}

/** No database text can hold either: NUL is an error there, and a lone surrogate silently becomes another character. */
function refuseUnstorable(text: string): void {
  if (text.includes('\0')) throw new JsonFault('a string holds the character U+0000')
  if (!text.isWellFormed()) throw new JsonFault('a string holds half of a surrogate pair')
}

/** The text is valid JSON here, so its strings and braces can be followed without a parser. */
function refuseDuplicates(text: string): void {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, at)
      if (followedByColon(text, end)) refuseSecond(open.at(-1), text.slice(at, end))
      at = end - 1
    }
  }
}

function refuseSecond(members: Set<string> | undefined, literal: string): void {
  const name: string = JSON.parse(literal) // an escaped name is the same member
  refuseUnstorable(name)
  if (members?.has(name)) throw new JsonFault('an object has two members of the same name')
  members?.add(name)
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function followedByColon(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}
