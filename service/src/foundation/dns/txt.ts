import { dnsCodeOf, isAbsence, withResolver } from './resolver.ts'

const MOST_AT_ONCE = 64
/** A question waits at most this long for its turn. */
const WAITS_MS = 3_000

export type TxtAnswer =
  | { readonly kind: 'found'; readonly texts: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly code: string }

/** Looks up the TXT records of a name. Never throws: a failure of DNS is an answer too. */
export type LookUpTxt = (name: string, asker: string) => Promise<TxtAnswer>

/**
 * Asks the given servers, as 192.0.2.1 or [2001:db8::1]:5353; without any, those of the system. One question at a time for each project: a project
 * whose domains never answer does not make others wait.
 */
export function txtLookUp(servers: readonly string[]): LookUpTxt {
  const turns = openTurns()
  return async (name, asker) => {
    if (!(await turns.begin(asker))) return { kind: 'busy' }
    try {
      return await ask(servers, name)
    } finally {
      turns.end(asker)
    }
  }
}

function openTurns() {
  const underWay = new Set<string>()
  const waiting = new Map<() => void, string>() // in the order in which they came
  const isFree = (asker: string) => underWay.size < MOST_AT_ONCE && !underWay.has(asker)
  return {
    /** False: it waited, and did not get its turn. */
    begin: (asker: string): boolean | Promise<boolean> => {
      if (isFree(asker)) return Boolean(underWay.add(asker))
      return new Promise((resolve) => {
        const settle = (isTurn: boolean) => {
          clearTimeout(limit)
          waiting.delete(take)
          if (isTurn) underWay.add(asker)
          resolve(isTurn)
        }
        const take = () => settle(true)
        const limit = setTimeout(() => settle(false), WAITS_MS)
        waiting.set(take, asker)
      })
    },
    end: (asker: string): void => {
      underWay.delete(asker)
      const [next] = [...waiting].find(([, asker]) => isFree(asker)) ?? []
      next?.()
    },
  }
}

async function ask(servers: readonly string[], name: string): Promise<TxtAnswer> {
  try {
    const records = await withResolver(servers, (resolver) => resolver.resolveTxt(name))
    return { kind: 'found', texts: records.map((parts) => parts.join('').trim()) }
  } catch (error) {
    return failureOf(dnsCodeOf(error))
  }
}

function failureOf(code: string): TxtAnswer {
  if (isAbsence(code)) return { kind: 'none' }
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return { kind: 'timeout' }
  return { kind: 'failed', code: code.replace(/^E/, '') }
}
