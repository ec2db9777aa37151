import { expect, test } from 'vitest'
import { shareParts } from '../../src/surfaces/api/share-parts.ts'
import { narrowings } from '../harness/openapi-narrowing.ts'
import { expandParts } from '../harness/openapi-parts.ts'

const document = () => ({
  paths: {
    '/posts': {
      post: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: { title: { type: 'string', maxLength: 140 }, kind: { type: 'string', enum: ['a', 'b'] } },
              },
            },
          },
        },
        responses: {
          201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Post' } } } },
          404: {
            content: {
              'application/problem+json': { schema: { type: 'object', properties: { code: { enum: ['not_found'] } } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Post: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
})
type Document = ReturnType<typeof document>
const post = (doc: Document) => doc.paths['/posts'].post
const body = (doc: Document) => post(doc).requestBody.content['application/json'].schema

/* biome-ignore lint/suspicious/noExplicitAny: each case bends the document out of its type on purpose */
type Bend = (doc: any) => void

test.each<[string, Bend]>([
  ['an operation is gone', (doc) => delete doc.paths['/posts'].post],
  ['a path is gone', (doc) => delete doc.paths['/posts']],
  ['a parameter is gone', (doc) => post(doc).parameters.pop()],
  ['a parameter is smaller', (doc) => Object.assign(post(doc).parameters[0]?.schema ?? {}, { maximum: 50 })],
  [
    'a new parameter is required',
    (doc) => post(doc).parameters.push({ name: 'x', in: 'query', required: true, schema: {} } as never),
  ],
  ['a body member became required', (doc) => body(doc).required.push('kind')],
  ['a body member is gone', (doc) => delete (body(doc).properties as Partial<object> & { kind?: unknown }).kind],
  ['a body value is not taken any more', (doc) => body(doc).properties.kind.enum.pop()],
  ['a text may be less long', (doc) => Object.assign(body(doc).properties.title, { maxLength: 100 })],
  ['a text has a pattern', (doc) => Object.assign(body(doc).properties.title, { pattern: '^a' })],
  ['a body became required', (doc) => Object.assign(post(doc).requestBody, { required: true })],
  ['a type changed', (doc) => Object.assign(doc.components.schemas.Post.properties.id, { type: 'integer' })],
  [
    'an answer may be null',
    (doc) => Object.assign(doc.components.schemas.Post.properties.id, { type: ['string', 'null'] }),
  ],
  [
    'a union of types got another',
    (doc) =>
      Object.assign(doc.components.schemas.Post.properties.note, {
        anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }],
      }),
  ],
  ['an answer is gone', (doc) => delete post(doc).responses[404 as never]],
  ['an answered member is gone', (doc) => delete doc.components.schemas.Post.properties.tags],
  ['an answered member became optional', (doc) => doc.components.schemas.Post.required.pop()],
  [
    'a list holds something else',
    (doc) => Object.assign(doc.components.schemas.Post.properties.tags.items, { type: 'number' }),
  ],
  [
    'a problem code is gone',
    (doc) =>
      Object.assign(post(doc).responses[404].content['application/problem+json'].schema.properties.code, {
        enum: ['x'],
      }),
  ],
])('it is noticed that %s', (_, bend) => {
  const later = document()
  bend(later)
  expect(narrowings(document(), later)).not.toEqual([])
})

test.each<[string, Bend]>([
  ['nothing changed', () => {}],
  ['a new path', (doc) => Object.assign(doc.paths, { '/tags': { get: {} } })],
  [
    'a new optional parameter',
    (doc) => post(doc).parameters.push({ name: 'x', in: 'query', schema: { type: 'string' } } as never),
  ],
  ['a larger limit', (doc) => Object.assign(post(doc).parameters[0]?.schema ?? {}, { maximum: 200 })],
  [
    'a new member in an answer',
    (doc) => Object.assign(doc.components.schemas.Post.properties, { url: { type: 'string' } }),
  ],
  ['a new value in a request', (doc) => body(doc).properties.kind.enum.push('c')],
  [
    'a new problem code',
    (doc) => post(doc).responses[404].content['application/problem+json'].schema.properties.code.enum.push('x'),
  ],
  [
    'a union of types written as a list',
    (doc) => Object.assign(doc.components.schemas.Post.properties.note, { anyOf: undefined, type: ['string', 'null'] }),
  ],
  ['an optional body member', (doc) => Object.assign(body(doc).properties, { tags: { type: 'array' } })],
])('an addition is welcome: %s', (_, bend) => {
  const later = document()
  bend(later)
  expect(narrowings(document(), later)).toEqual([])
})

// Guarantees that the promise of v1 is checked, however the document is written.
test('a loss is noticed in what several operations share', () => {
  const twice = (doc: Document) => ({ ...doc, paths: { ...doc.paths, '/notes': structuredClone(doc.paths['/posts']) } })
  const written = (doc: Document) => shareParts(JSON.parse(JSON.stringify(twice(doc))))
  const later = document()
  post(later).responses[404].content['application/problem+json'].schema.properties.code.enum.pop()
  const [before, after] = [written(document()), written(later)]
  expect(JSON.stringify(after)).toContain('#/components/responses/404')
  expect(narrowings(expandParts(before), expandParts(after))).toEqual([
    'POST /posts: 404.code: not_found is gone',
    'POST /notes: 404.code: not_found is gone',
  ])
})
