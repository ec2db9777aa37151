import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { committedDocument } from '../../../service/test/harness/openapi-parts.ts'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { operationsFor } from '../../../tools/api-types.ts'

const document = committedDocument()
const operations = operationsFor(document, 'secretKey')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const HEADERS: Readonly<Record<string, string>> = { POST: 'Idempotency-Key', PATCH: 'If-Match' }
const TYPES = ['application/json', 'application/x-ndjson', 'multipart/form-data']
/** Names that the functions of the kits have for other things. */
const TAKEN = ['path', 'body', 'self', 'idempotency_key', 'if_match']

// Guarantees that the kits which call by method and path reach every operation, also one that is added later.
test.each(operations)('%s can be called with a path, names and a body', (name, { parameters = [], requestBody }) => {
  const [method = '', path = ''] = name.split(' ')
  expect(METHODS).toContain(method)
  const namesIn = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name)
  expect(namesIn('path').toSorted()).toEqual([...path.matchAll(/\{([a-z_]+)\}/g)].map(([, one]) => one).toSorted())
  const names = [...namesIn('path'), ...namesIn('query')]
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((one) => TAKEN.includes(one) || !/^[a-z_]+$/.test(one))).toEqual([])
  expect(namesIn('header').filter((one) => one !== HEADERS[method])).toEqual([])
  expect(Object.keys(requestBody?.content ?? {}).filter((one) => !TYPES.includes(one))).toEqual([])
})

/** Java sends text alone: an app of that kind makes the form for a picture itself. */
const NOT_IN_JAVA = ['POST /files']

// TypeScript's `request` has the type of every operation; kits/app/test/types.test.ts compares these with the document.
test('an app in Java reaches every operation that apps may call, by its path, its query and JSON', () => {
  const others = operationsFor(document, 'projectKey').filter(([name, { parameters = [], requestBody }]) => {
    const [method = ''] = name.split(' ')
    const headers = parameters.filter((one) => one.in === 'header' && one.name !== HEADERS[method])
    return headers.length > 0 || Object.keys(requestBody?.content ?? {}).some((type) => type !== 'application/json')
  })
  expect(others.map(([name]) => name)).toEqual(NOT_IN_JAVA)
  const client = readFileSync(join(ROOT, 'kits/java/src/main/java/io/feedbackboard/FeedbackClient.java'), 'utf8')
  expect(client).toContain('request(String operation, Map<String, String> path, Query query, Object body)')
})

const VERSIONS: Readonly<Record<string, RegExp>> = {
  'kits/app/package.json': /"version": "(.+)"/,
  'kits/widget/package.json': /"version": "(.+)"/,
  'kits/server/package.json': /"version": "(.+)"/,
  'kits/python/src/feedback_board/version.py': /VERSION = "(.+)"/,
  'kits/ruby/lib/feedback_board/version.rb': /VERSION = '(.+)'/,
  'kits/php/composer.json': /"version": "(.+)"/,
  'kits/php/src/Client.php': /VERSION = '(.+)'/,
  'kits/go/client.go': /Version = "(.+)"/,
  'kits/java/build.mjs': /VERSION = '(.+)'/,
}

test('all kits have one version', () => {
  const found = Object.entries(VERSIONS).map(
    ([path, pattern]) => pattern.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1],
  )
  expect(new Set(found).size, found.join(' ')).toBe(1)
})
