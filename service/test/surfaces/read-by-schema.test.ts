import { fastify } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import { Instant, Nullable } from '../../src/foundation/schemas/index.ts'
import { lazyCompilers } from '../../src/surfaces/http/compilers.ts'

/** An app with one route, as surfaces make it. */
async function start(schema: { body: TSchema } | { querystring: TSchema }) {
  const app = fastify({ schemaController: { compilersFactory: lazyCompilers } })
  app.post('/', { schema }, async ({ body, query }) =>
    [body, query].flatMap((part) => Object.values(part ?? {}).map((value) => value instanceof Date)),
  )
  await app.ready()
  return app
}

test('a codec that is a member of the body or of the query is read', async () => {
  const at = '2026-01-02T03:04:05Z'
  for (const body of [
    Type.Object({ at: Type.Optional(Instant()) }),
    Nullable(Type.Object({ at: Type.Optional(Instant()) })),
  ]) {
    const app = await start({ body })
    expect((await app.inject({ method: 'POST', url: '/', payload: { at } })).json()).toEqual([true])
    await app.close()
  }
  const app = await start({ querystring: Type.Object({ at: Instant() }) })
  expect((await app.inject({ method: 'POST', url: '/', query: { at } })).json()).toEqual([true])
  await app.close()
})

// Guarantees that a handler never gets a text where its type is a date.
test('a schema with a codec that would not be read does not start', async () => {
  const deep: Record<string, TSchema> = {
    'in an object': Type.Object({ one: Type.Object({ at: Instant() }) }),
    'in a list': Type.Object({ one: Type.Array(Instant()) }),
    'in objects of a list': Type.Object({ one: Type.Array(Type.Object({ at: Instant() })) }),
    'in a union': Type.Object({ one: Type.Union([Instant(), Type.Integer()]) }),
    'as a record': Type.Record(Type.String(), Instant()),
    'as the whole body': Instant(),
  }
  for (const [where, body] of Object.entries(deep)) {
    await expect(start({ body }), where).rejects.toThrow('a codec that would not be read')
    await expect(start({ querystring: body }), where).rejects.toThrow('a codec that would not be read')
  }
  expect(() => Nullable(Instant())).toThrow('nothing would read it')
})
