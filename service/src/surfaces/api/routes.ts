import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { VISITOR } from '../../domain/call/index.ts'
import { compressJson } from '../http/index.ts'
import type { Access, KnownAccess } from './access.ts'
import { Admission } from './admit.ts'
import { answerRequest } from './answer-request.ts'
import type { ApiContext } from './context.ts'
import type { Endpoint } from './endpoint.ts'

const FORM = 'multipart/form-data'

/** Turns endpoints into routes: the caller is checked, in order, before the handler runs. */
export function routesOn(context: ApiContext) {
  return <A extends Access>(endpoint: Endpoint<A>): RouteShorthandOptionsWithHandler => ({
    schema: endpoint.takesFile ? { ...endpoint.schema, consumes: [FORM] } : endpoint.schema,
    attachValidation: true, // the body is validated after the caller is checked
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    ...(endpoint.takesFile && { validatorCompiler: () => () => true }), // reading the form is what checks it
    config: { access: endpoint.access, problems: endpoint.problems, takesFile: endpoint.takesFile === true },
    ...(isList(endpoint) && { onSend: compressJson }),
    handler: handlerOf(context, endpoint as unknown as Endpoint), // what it is given follows from its access
  })
}

/** Lists are the long answers. What an app or a server reads has no cookie, so no other site can make a browser ask for it. */
function isList({ schema: { response } }: Pick<Endpoint, 'schema'>): boolean {
  const answer = response[200]
  return answer !== undefined && 'properties' in answer && 'data' in (answer.properties as object)
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
