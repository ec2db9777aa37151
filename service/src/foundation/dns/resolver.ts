import { Resolver } from 'node:dns/promises'

const ANSWERS_WITHIN_MS = 5_000
const ONE_TRY_MS = 2_000

/** A resolver for each question, because cancelling ends all questions of one. Asks the given servers; the system's where there are none. */
export async function withResolver<Answer>(
  servers: readonly string[],
  ask: (resolver: Resolver) => Promise<Answer>,
): Promise<Answer> {
  const resolver = new Resolver({ timeout: ONE_TRY_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const limit = setTimeout(() => resolver.cancel(), ANSWERS_WITHIN_MS)
  try {
    return await ask(resolver)
  } finally {
    clearTimeout(limit)
  }
}

/** Whether the name does not exist, or has no record of the kind. */
export function isAbsence(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA'
}

export function dnsCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
