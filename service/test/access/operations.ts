/** What the description of the API says of one endpoint. */
export interface Operation {
  readonly id: string
  readonly method: string
  /** Under /v1, with {names} in the place of parameters. */
  readonly path: string
  readonly app: 'key' | 'reader' | 'session' | undefined
  /** The scope a server needs, or `any`. */
  readonly server: string | undefined
  /** The names of what can be asked for, and of what a body of JSON can have. */
  readonly query: readonly string[]
  readonly body: readonly string[]
}

interface Described {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema?: { properties?: object } }> }
}

interface Parameter {
  name: string
  in: string
}

export function operationsOf(document: object): Operation[] {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Described>>
    components?: { parameters?: Record<string, Parameter> }
  } // OpenAPI says so
  const found = (parameter: Parameter | { $ref: string }) =>
    '$ref' in parameter ? components?.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [], parameters = [], requestBody }]) => {
      const byKey = security.some((way) => way.projectKey && !way.session)
      const bySession = security.some((way) => way.session)
      const scopes = security.find((way) => way.secretKey)?.secretKey
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        app: byKey ? (bySession ? 'reader' : 'key') : bySession ? 'session' : undefined,
        server: scopes && (scopes[0] ?? 'any'),
        query: parameters.flatMap((one) => {
          const parameter = found(one)
          return parameter?.in === 'query' ? [parameter.name] : []
        }),
        body: Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {}),
      } as const
    }),
  )
}

export function isOpen({ app, server }: Operation): boolean {
  return app === undefined && server === undefined
}
