import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/** What `shareParts` names. Other schemas have a name that begins with a capital letter. */
const SHARED = /^#\/components\/((?:headers|parameters|requestBodies|responses)\/.+|schemas\/[^A-Z].*)$/

type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The document with everything in its place, as a reader who follows references sees it. References to schemas that have a name of their own stay. */
export function expandParts<Document extends object>(document: Document): Document {
  const { components } = document as Document & { components: Parts } // as OpenAPI says
  if (!components.responses) return document // one that was written before anything was shared
  const expanded = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value), (_, part) => {
      const [, path] = SHARED.exec(part?.$ref) ?? []
      if (path === undefined) return part
      const [kind = '', name = ''] = path.split('/')
      const found = components[kind]?.[name]
      if (found === undefined) throw new Error(`The document has no ${part.$ref}`)
      return expanded(found)
    })
  const { headers, parameters, requestBodies, responses, schemas = {}, ...others } = components
  const named = Object.fromEntries(Object.entries(schemas).filter(([name]) => /^[A-Z]/.test(name)))
  return expanded({ ...document, components: { ...others, schemas: named } })
}

/* biome-ignore lint/suspicious/noExplicitAny: tests read what the document says, wherever it says it */
export function committedDocument(): any {
  return expandParts(JSON.parse(readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8')))
}
