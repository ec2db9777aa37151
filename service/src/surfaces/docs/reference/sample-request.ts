import type { CallerKind } from './callers.ts'
import { type Call, successesOf } from './document.ts'
import type { Example } from './example.ts'
import type { Credentials, SampleBody, SampleRequest } from './samples/request.ts'

const PICTURE = { name: 'picture.png', type: 'image/png', isForm: true }
const LINES = { name: 'ideas.ndjson', type: 'application/x-ndjson', isForm: false }

/** What the samples of an operation do, for one kind of caller. */
export function sampleRequest(
  { method, path, operation }: Call,
  { caller, isUser }: Pick<CallerKind, 'caller' | 'isUser'>,
  { params = {}, query = {}, body, sends }: Pick<Example, 'params' | 'query' | 'body' | 'sends'>,
  origin: string,
): SampleRequest {
  const asApp = isUser ? 'user' : 'app'
  const credentials: Record<typeof caller, Credentials> = { anyone: 'nobody', server: 'server', app: asApp }
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    origin,
    by: credentials[caller],
    params,
    query,
    body: bodyOf(sends, body),
    answer: answerOf({ path, operation }),
  }
}

function bodyOf(sends: Example['sends'], json: unknown): SampleBody {
  if (sends) return { file: sends === 'picture' ? PICTURE : LINES }
  return json === undefined ? undefined : { json }
}

function answerOf({ path, operation }: Pick<Call, 'path' | 'operation'>): SampleRequest['answer'] {
  const [[, { content = {} }] = ['', {}]] = successesOf(operation)
  const json = content['application/json']
  if (!json) return Object.keys(content).length === 0 ? 'nothing' : 'text'
  const isList =
    Object.keys(json.schema?.properties ?? {})
      .sort()
      .join() === 'data,next_cursor'
  return isList && path !== '/events' ? 'list' : 'json' // the list of events has no end
}
