import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { asLine, asLines, seenIn } from './characters.ts'
import { fits, lengthOf, type Text, Title } from './text.ts'

/** One line without invisible characters. Its length is counted after they are removed. */
export function readTitle(text: string): string {
  const title = asLine(text)
  if (seenIn(title) < 2 || !fits(Title, title)) throw invalidText('/title', `must have ${lengthOf(Title)}`)
  return title
}

/** All that somebody wrote, for search. */
export function textOf({ title, body }: { readonly title: string; readonly body: string }): string {
  return `${title} ${body}`
}

/** A required text must have visible characters. `pointer` says where the caller wrote it. */
export function readBody(text: string, rule: Text, pointer = '/body'): string {
  const body = asLines(text)
  if (!fits(rule, body) || seenIn(body) < (rule.minLength ?? 0))
    throw invalidText(pointer, `must have ${lengthOf(rule)}`)
  return body
}

/** Reads all of them, so that one refusal lists every fault. */
export function readEach<Parts extends Record<string, () => unknown>>(
  parts: Parts,
): { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const values: Record<string, unknown> = {}
  const faults: Problem[] = []
  for (const [name, read] of Object.entries(parts)) {
    try {
      values[name] = read()
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== invalidRequest) throw error
      faults.push(error)
    }
  }
  const [first, ...others] = faults
  if (first && others.length === 0) throw first
  if (first) {
    const detail = faults.map((fault) => fault.detail ?? '').join(' ')
    throw new Problem(invalidRequest, { errors: faults.flatMap(({ errors = [] }) => errors), detail })
  }
  return values as { [Name in keyof Parts]: ReturnType<Parts[Name]> } // every part has been read
}

/** The error for an invalid text, with the member and the fault. */
export function invalidText(pointer: string, detail: string): Problem {
  return new Problem(invalidRequest, { errors: [{ pointer, detail }], detail: `${pointer.slice(1)} ${detail}.` })
}
