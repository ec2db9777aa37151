import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { SHOWN_TYPES } from '../../src/domain/event-feed/index.ts'
import { doEverything } from '../events/everything.ts'
import { committedDocument } from '../harness/openapi-parts.ts'
import { until } from '../harness/process.ts'
import { startReceiver, startWebhookStage } from './stage.ts'

const openapi = committedDocument()
const schemaOf = (type: string) => `api#/webhooks/${type}/post/requestBody/content/application~1json/schema`

// Guarantees that receivers can be generated from openapi.json: a type that is never sent here has no proof, so it fails.
test('what is sent, of every type, is what openapi.json says under `webhooks`', async () => {
  const stage = await startWebhookStage()
  await stage.startDeliverer()
  const { url, received } = await startReceiver()
  const { id } = await stage.webhook(url)
  await stage.server('POST', `/v1/webhooks/${id}/test`)
  await doEverything(stage)
  const types = () => [...new Set(received.map(({ body }) => body.type))].sort()
  const all = [...SHOWN_TYPES, 'webhook.test'].sort()
  await until(async () => {
    const waiting = await stage.server('GET', `/v1/webhooks/${id}/deliveries?state=waiting`)
    return waiting.body.data.length === 0 && types().includes('user.erased') // the last
  })
  expect(types()).toEqual(all)
  expect(Object.keys(openapi.webhooks).sort()).toEqual(all)
  const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: [{ ...openapi, $id: 'api' }] })
  for (const { body } of received) {
    const fits = ajv.getSchema(schemaOf(body.type))
    expect({ body, fits: fits?.(body), errors: fits?.errors ?? [] }).toMatchObject({ fits: true, errors: [] })
  }
  for (const { body } of received)
    expect({ type: body.type, unknown: undocumented(body) }).toMatchObject({ unknown: [] })
})

interface Body {
  readonly type: string
  readonly data: object
}

/** Members that a body has and the document does not name. */
function undocumented(body: Body): string[] {
  const { properties } = openapi.webhooks[body.type].post.requestBody.content['application/json'].schema
  const { data } = properties
  const shapes: string[] = (data.anyOf ?? []).map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))
  const schemas: Readonly<Record<string, { readonly properties?: object }>> = openapi.components.schemas
  const named = [data, ...shapes.map((name) => schemas[name])].flatMap((one) => Object.keys(one?.properties ?? {}))
  return [
    ...Object.keys(body).filter((name) => !(name in properties)),
    ...Object.keys(body.data).filter((name) => !named.includes(name)),
  ]
}
