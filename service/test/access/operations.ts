/** What the description of the API says of one endpoint. */
export interface Operation {
  readonly id: string
  readonly method: string
  /** Under /v1, with {names} in the place of parameters. */
  readonly path: string
  readonly app: 'key' | 'reader' | 'session' | undefined
  /** The scope a server needs, or `any`. */
  readonly server: string | undefined
}

interface Described {
  operationId: string
  security?: Record<string, string[]>[]
}

export function operationsOf(document: object): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Described>> } // OpenAPI says so
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [] }]) => {
      const byKey = security.some((way) => way.projectKey && !way.session)
      const bySession = security.some((way) => way.session)
      const scopes = security.find((way) => way.secretKey)?.secretKey
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        app: byKey ? (bySession ? 'reader' : 'key') : bySession ? 'session' : undefined,
        server: scopes && (scopes[0] ?? 'any'),
      } as const
    }),
  )
}

export function isOpen({ app, server }: Operation): boolean {
  return app === undefined && server === undefined
}
