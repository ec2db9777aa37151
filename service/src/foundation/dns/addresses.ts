import type { LookupAddress } from 'node:dns'
import { dnsCodeOf, isAbsence, withResolver } from './resolver.ts'

export type AddressAnswer =
  | { readonly kind: 'found'; readonly addresses: readonly LookupAddress[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' }

/**
 * All addresses of a name. It asks DNS alone, and not the system's `getaddrinfo`, which has two threads for the whole process: names whose
 * servers never answer would make all others wait. Never throws: that DNS is in trouble is an answer too.
 */
export function lookUpAddresses(servers: readonly string[], name: string): Promise<AddressAnswer> {
  return withResolver(servers, async (resolver) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = [...found(ipv4, 4), ...found(ipv6, 6)]
    if (addresses.length > 0) return { kind: 'found', addresses }
    const codes = [ipv4, ipv6].flatMap((one) => (one.status === 'rejected' ? [dnsCodeOf(one.reason)] : []))
    return codes.every(isAbsence) ? { kind: 'none' } : { kind: 'failed' }
  })
}

function found(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
