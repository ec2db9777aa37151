import { expect, test } from 'vitest'
import { committedDocument } from '../../../service/test/harness/openapi-parts.ts'
import { operationsFor } from '../../../tools/api-types.ts'

const operations = operationsFor(committedDocument(), 'secretKey')
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
