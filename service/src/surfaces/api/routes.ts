import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { VISITOR } from '../../domain/call/index.ts'
import { compressJson } from '../http/index.ts'
import { type Access, appAccessOf, type KnownAccess } from './access.ts'
import { Admission, isOfApp } from './admit.ts'
import { answerRequest } from './answer-request.ts'
import type { ApiContext } from './context.ts'
import type { Endpoint } from './endpoint.ts'

const FORM = 'multipart/form-data'
const LINES = 'application/x-ndjson'

/** Turns endpoints into routes: the caller is checked, in order, before the handler runs. */
export function routesOn(context: ApiContext) {
  return <A extends Access>(endpoint: Endpoint<A>): RouteShorthandOptionsWithHandler => ({
    schema: { ...endpoint.schema, ...consumedBy(endpoint) },
    attachValidation: true, // the body is validated after the caller is checked
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    ...(endpoint.takesFile && { validatorCompiler: () => () => true }), // reading the form is what checks it
    config: {
      access: endpoint.access,
      problems: endpoint.problems,
      takesFile: endpoint.takesFile === true,
      ...(endpoint.takesLines !== undefined && { takesLines: endpoint.takesLines }),
    },
    ...(isPublicList(endpoint) && { onSend: compressJson(isOfApp) }),
    handler: handlerOf(context, endpoint as unknown as Endpoint), // what it is given follows from its access
  })
}

function consumedBy({ takesFile, takesLines }: Pick<Endpoint, 'takesFile' | 'takesLines'>): { consumes?: string[] } {
  if (takesFile) return { consumes: [FORM] }
  return takesLines === undefined ? {} : { consumes: [LINES] }
}

/**
 * Only these answers are compressed. Lists are long, and those that apps read contain only what every visitor sees. A server gets more in the same
 * lists, such as internal comments, and other lists have personal data beside texts of strangers: these are not compressed.
 */
function isPublicList({ access, schema: { response } }: Pick<Endpoint, 'access' | 'schema'>): boolean {
  const answer = response[200]
  const isList = answer !== undefined && 'properties' in answer && 'data' in (answer.properties as object)
  return isList && appAccessOf(access) === 'reader'
}

/** An open endpoint needs no caller, so nothing is looked up; at most the address is counted. */
function handlerOf(context: ApiContext, endpoint: Endpoint): RouteShorthandOptionsWithHandler['handler'] {
  if (endpoint.access === 'open') {
    const { handler } = endpoint as Endpoint<'open'> // as its access says
    if (!context.limits.count) return (request, reply) => handler(undefined, request, reply, context)
    return async (request, reply) => {
      await new Admission(context, request, reply).limitUse({ actor: VISITOR })
      return handler(undefined, request, reply, context)
    }
  }
  const known = endpoint as unknown as Endpoint<KnownAccess> // as its access says
  return (request, reply) => answerRequest(context, known, request, reply)
}
