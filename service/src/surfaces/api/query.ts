import { parse } from 'node:querystring'

/** The members of queries that are not texts. Only the one way to write a value is read; any other is left for the schema to refuse. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  wait: (text) => (/^(?:0|[1-9][0-9]?)$/.test(text) ? Number(text) : text),
  type: (text) => [text], // may be sent several times
  limit: (text) => (/^(?:0|[1-9][0-9]{0,3})$/.test(text) ? Number(text) : text),
  is_pinned: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = parse(text)
  if (text === '') return query
  for (const [name, read] of Object.entries(READERS)) {
    const value = query[name]
    if (typeof value === 'string') query[name] = read(value)
  }
  return query
}
