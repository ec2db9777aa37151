import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { committedDocument } from '../../../service/test/harness/openapi-parts.ts'
import { ROOT } from '../../../service/test/harness/paths.ts'

const { components } = committedDocument()

/** Members that a class leaves to `raw()`, each for a reason. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  Author: [],
  Post: [],
  Comment: ['is_internal'], // apps are never sent an internal comment
  ChangelogEntry: ['state'], // apps are sent published entries alone
  StatusSummary: [],
  TagSummary: [],
  Notification: [],
}
/** Where the class has another name than the schema. */
const CLASSES: Readonly<Record<string, string>> = { StatusSummary: 'Status', TagSummary: 'Tag' }

// Guarantees that an app in Java can read a member as soon as the API has it.
test.each(Object.entries(LEFT_OUT))('the class for %s has a getter for each member of the API', (schema, leftOut) => {
  const file = `kits/java/src/main/java/io/feedbackboard/${CLASSES[schema] ?? schema}.java`
  const read = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\b\w+\("([a-z_]+)"/g)].map(([, name]) => name)
  const promised = Object.keys(components.schemas[schema].properties)
  expect(promised.filter((name) => !read.includes(name))).toEqual(leftOut)
})
