import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { differences } from '../../../kits/conformance/src/judge.ts'
import { filled, keep, type Learnt } from '../../../kits/conformance/src/live.ts'
import {
  type ExpectedRequest,
  type Json,
  loadCases,
  loadLiveCases,
  type PlayedAnswer,
} from '../../../kits/conformance/src/vectors.ts'
import { committedDocument } from '../harness/openapi-parts.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const described: Json = committedDocument()
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ ...described, $id: 'api' })

// Guarantees that kits are tested against the real API: the vectors match openapi.json.
describe('the service that the vectors of kits/conformance play', () => {
  test.each(loadCases())('$file: $name', ({ requests }) => {
    for (const request of requests.flat()) expect(faultsOf(request)).toEqual([])
  })
})

function faultsOf({ method, path, body, session, key, key_is, if_match, answer }: ExpectedRequest): string[] {
  const [route = '', search] = path.slice('/v1'.length).split('?')
  const template = templateOf(route, method)
  const operation = template && described.paths[template][method.toLowerCase()]
  if (!operation) return [`no operation ${method} ${route}`]
  const place = ['paths', template, method.toLowerCase()]
  const parameters: Json[] = operation.parameters ?? []
  const knows = (where: string, name: string) => parameters.some((one) => one.in === where && one.name === name)
  const unknown = [...new URLSearchParams(search).keys()].filter((name) => !knows('query', name))
  const mayRead = operation.security.some((way: Json) => way.projectKey && Boolean(way.session) === Boolean(session))
  const isRefused = typeof answer !== 'string' && answer.status === 401 // for want of a session, which is the point
  return [
    ...unknown.map((name) => `${template} has no filter ${name}`),
    ...((key ?? key_is) && !knows('header', 'Idempotency-Key') ? [`${template} takes no Idempotency-Key`] : []),
    ...(method === 'POST' && !(key ?? key_is) ? [`${template} without Idempotency-Key`] : []),
    ...(if_match && !knows('header', 'If-Match') ? [`${template} takes no If-Match`] : []),
    ...(mayRead || isRefused ? [] : [`${template} ${session ? 'with' : 'without'} a session`]),
    ...(body === undefined ? [] : fitting([...place, 'requestBody', 'content', 'application/json', 'schema'], body)),
    ...(typeof answer === 'string' || answer.foreign ? [] : answerFaults(answer, operation, place)),
  ]
}

/** The path that openapi.json has for an address; one without parameters comes first. */
function templateOf(route: string, method: string): string | undefined {
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(route)
  const all = Object.keys(described.paths).filter((path) => fits(path) && described.paths[path][method.toLowerCase()])
  return all.find((path) => path === route) ?? all[0]
}

function answerFaults({ status, headers, text }: PlayedAnswer, operation: Json, place: string[]): string[] {
  const answer = operation.responses[status]
  if (!answer) return [`${place.join(' ')} does not answer with ${status}`]
  const [type] = Object.keys(answer.content ?? {})
  if (!type) return text === '' ? [] : [`${status} has no body`]
  const sent = String(headers['Content-Type'] ?? 'application/json')
  const faults = sent.startsWith(type) ? [] : [`${status} is ${type}, not ${sent}`]
  return [...faults, ...fitting([...place, 'responses', String(status), 'content', type, 'schema'], JSON.parse(text))]
}

function fitting(place: readonly string[], value: Json): string[] {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const fits = ajv.getSchema(`api#/${pointer}`)
  if (!fits) return [`no schema at ${pointer}`]
  return fits(value)
    ? []
    : (fits.errors ?? []).map(({ instancePath, message }) => `${pointer}: ${instancePath} ${message}`)
}

// Guarantees that the service gives exactly the answers that the kits' walks expect.
describe('a walk of kits/conformance, request by request', () => {
  test.each(loadLiveCases())('$name', async ({ project: draft = {}, steps }) => {
    const project = await startProject({ draft: { isPrivate: draft.is_private ?? false } })
    const learnt: Learnt = {}
    for (const written of steps) {
      learnt.same_token = learnt.token ?? ''
      learnt.token = project.signToken()
      const step = filled(written, learnt)
      if (step.server) await project.server(step.server.method, step.server.path, step.server.body)
      if (step.request) await walk(project, step, learnt)
      if (!JSON.stringify(written).includes('{token}')) learnt.token = learnt.same_token
    }
  })
})

async function walk({ app }: TestProject, step: Json, learnt: Learnt): Promise<void> {
  const { method, path, body, session, key, if_match: ifMatch } = step.request
  const headers = { ...(key && { 'idempotency-key': key }), ...(ifMatch && { 'if-match': ifMatch }) }
  const answer = await app(method, path, { body, headers, ...(session && { session: learnt.session ?? '' }) })
  expect(differences(`${method} ${path}`, step.answer, answer)).toEqual([])
  if (answer.body?.session_token) learnt.session = answer.body.session_token
  keep(step, answer.body?.user ?? answer.body, answer.headers.get('etag'), learnt)
}
