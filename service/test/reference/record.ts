import type { Caller, Example } from '../../src/surfaces/docs/reference/example.ts'
import { isOpen, type Operation } from '../access/operations.ts'
import { pathOf, type Sample, UNHEARD, type World } from '../access/samples.ts'
import { send } from '../harness/project.ts'
import { sameEveryTime } from './same-every-time.ts'
import { storyOf } from './stories.ts'

/** More would hide what the page is about. */
const LONGEST_TEXT_LINES = 3

export function callersOf(operation: Operation): readonly Caller[] {
  if (isOpen(operation)) return ['anyone']
  return [...(operation.app ? ['app' as const] : []), ...(operation.server ? ['server' as const] : [])]
}

export interface Recorded {
  readonly sample: Sample
  readonly example: Example
}

/** Makes a call that succeeds, and writes down what was sent and answered. */
export async function record(world: World, operation: Operation, caller: Caller): Promise<Recorded> {
  const sample = await storyOf(operation.id)(world, caller === 'server' ? 'server' : 'app')
  const { status, body } = await call(world, operation, caller, sample)
  if (status >= 300) throw new Error(`${operation.id} was refused: ${status} ${JSON.stringify(body)}`)
  const example = { ...requestOf(sample), status, answer: shortened(operation, body) }
  return { sample, example: sameEveryTime(example, world, UNHEARD) }
}

function call(world: World, operation: Operation, caller: Caller, sample: Sample) {
  const { method, path } = operation
  const address = `/v1${pathOf(path, sample)}`
  if (caller === 'anyone') return send(world.service.origin, method, address, sample.body, {})
  if (caller === 'server') return world.server(method, address, sample.body)
  const isSignedIn = operation.app === 'session'
  return world.app(method, address, { body: sample.body, ...(isSignedIn && { session: world.session }) })
}

export function requestOf({ params, query, body }: Sample): Omit<Example, 'status' | 'answer'> {
  const typed = Object.entries(query ?? {}).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value])
  return {
    ...(params && { params }),
    ...(query && { query: Object.fromEntries(typed) }),
    ...(body instanceof FormData && { sends: 'picture' as const }),
    ...(body instanceof Blob && { sends: 'lines' as const }),
    ...(body !== undefined && !(body instanceof FormData) && !(body instanceof Blob) && { body }),
  }
}

function shortened({ id }: Operation, body: unknown): unknown {
  if (id === 'getOpenapi') return undefined
  if (typeof body !== 'string') return body
  if (id === 'exportProject') return undefined // compressed
  return body.split('\n').slice(0, LONGEST_TEXT_LINES).join('\n')
}
