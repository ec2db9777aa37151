import { Resolver } from 'node:dns/promises'

const ANSWERS_WITHIN_MS = 5_000
const ONE_TRY_MS = 2_000
/** Whoever asks may hold a connection to the database meanwhile, so there are never many. */
const MOST_AT_ONCE = 4

export type TxtAnswer =
  | { readonly kind: 'found'; readonly texts: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly code: string }

/** The TXT records at a name. Never throws: that DNS is in trouble is an answer too. */
export type LookUpTxt = (name: string) => Promise<TxtAnswer>

/** Asks the given servers, as 192.0.2.1 or [2001:db8::1]:5353; the system's where there are none. */
export function txtLookUp(servers: readonly string[]): LookUpTxt {
  let underWay = 0
  return async (name) => {
    if (underWay >= MOST_AT_ONCE) return { kind: 'busy' }
    underWay += 1
    try {
      return await ask(servers, name)
    } finally {
      underWay -= 1
    }
  }
}

/** A resolver for each question, because cancelling ends all questions of one. */
async function ask(servers: readonly string[], name: string): Promise<TxtAnswer> {
  const resolver = new Resolver({ timeout: ONE_TRY_MS, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const limit = setTimeout(() => resolver.cancel(), ANSWERS_WITHIN_MS)
  try {
    const records = await resolver.resolveTxt(name)
    return { kind: 'found', texts: records.map((parts) => parts.join('').trim()) }
  } catch (error) {
    return failureOf(error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
  } finally {
    clearTimeout(limit)
  }
}

function failureOf(code: string): TxtAnswer {
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return { kind: 'none' }
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return { kind: 'timeout' }
    default:
      return { kind: 'failed', code: code.replace(/^E/, '') }
  }
}
