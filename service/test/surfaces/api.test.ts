import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/surfaces/api/index.ts'
import { sharedService, startService } from '../harness/service.ts'

test('the version is open to everyone', async () => {
  const { origin } = await sharedService()
  const answer = await fetch(`${origin}/v1/version`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ version: '0.0.0-test', api_version: 'v1' })
  expect(answer.headers.get('request-id')).toMatch(/^req_/)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('the OpenAPI document is valid 3.1 and has a validator of its own', async () => {
  const { origin } = await sharedService()
  const answer = await fetch(`${origin}/v1/openapi.json`)
  const document = await answer.json()
  const { valid, errors } = await new Validator().validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), servers: [{ url: `${origin}/v1` }] })
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(`${origin}/v1/openapi.json`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

// Guarantees that a client can be written from the document alone: every code it can meet is named where it can meet it.
test('every operation names its problem codes, and each is in the catalogue', async () => {
  const { openapi } = await sharedService()
  const known = new Map(catalogue.map(({ code, status }) => [code, status]))
  const { paths } = openapi() as { paths: Record<string, Record<string, { responses: Record<string, Response> }>> }
  interface Response {
    content?: Record<string, { schema: { allOf: [unknown, { properties: { code: { enum: string[] } } }] } }>
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const codes = Object.entries(operation.responses).flatMap(([status, { content }]) => {
      const problem = content?.['application/problem+json']?.schema.allOf[1].properties.code.enum ?? []
      for (const code of problem) expect(known.get(code)).toBe(Number(status))
      return problem
    })
    expect(codes).toEqual(
      expect.arrayContaining(['internal_error', 'unknown_host', 'headers_too_large', 'request_timeout']),
    )
  }
})

test('every code of the catalogue is named once', () => {
  const codes = catalogue.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const { code, title, remedy } of catalogue) {
    expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
    expect(title).toMatch(/\.$/)
    expect(remedy).toMatch(/\.$/)
  }
})

test('/v1 answers only on the API’s host', async () => {
  const { port } = await startService({
    API_ORIGIN: 'https://api.example.com',
    BOARD_ORIGIN: 'https://{slug}.example.com',
  })
  const answer = await fetch(`http://localhost:${port}/v1/version`)
  expect([answer.status, (await answer.json()).code]).toEqual([421, 'unknown_host'])
  expect(answer.headers.get('strict-transport-security')).toContain('max-age')
})
