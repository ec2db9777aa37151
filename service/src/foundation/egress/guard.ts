import { type LookupAddress, lookup as systemLookUp } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { lookUpAddresses } from '../dns/index.ts'
import { isPublic, rangesOf } from './addresses.ts'

/** Why the service does not call an address. */
export type Refusal = 'not_a_url' | 'not_http' | 'has_credentials' | 'not_public'

export interface GuardOptions {
  /** Hosts, addresses and ranges of the operator's own network that may be called. */
  readonly allow: readonly string[]
  /** Asked for addresses; none: the system's. */
  readonly dnsServers: readonly string[]
}

export interface Guard {
  /** What can be said of an address without asking DNS: what is wrong with it, or the address. */
  read(text: string): Refusal | URL
  /** The same, and asks DNS. Undefined: nothing is wrong with it. A name that has no address now is not refused: each connection asks again. */
  refusalNow(url: string): Promise<Refusal | undefined>
  /** For each connection: resolves the name once, and the connection is made to one of exactly these addresses. */
  readonly lookUp: LookupFunction
}

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Thrown where a name leads to an address that must not be called. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** Thrown where a name has no address. */
export class NoAddress extends Error {
  override readonly name = 'NoAddress'
  readonly kind: 'none' | 'failed'

  constructor(kind: 'none' | 'failed') {
    super(kind === 'none' ? 'The name has no address.' : 'DNS did not answer.')
    this.kind = kind
  }
}

export function openGuard({ allow, dnsServers }: GuardOptions): Guard {
  const isRange = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
  const allowedRanges = rangesOf(allow.filter(isRange))
  const allowedHosts = new Set(allow.filter((entry) => !isRange(entry)).map(withoutDot))
  const isAllowedAddress = (address: string) => isPublic(address) || allowedRanges.has(address)

  async function addressesOf(host: string): Promise<readonly LookupAddress[]> {
    if (allowedHosts.has(withoutDot(host))) return askSystem(host)
    if (isOfThisMachine(host)) return checked(LOOPBACK.filter(({ address }) => allowedRanges.has(address)))
    const answer = await lookUpAddresses(dnsServers, host)
    if (answer.kind !== 'found') throw new NoAddress(answer.kind)
    return checked(answer.addresses)
  }
  /** One address that is not allowed is enough: whoever answers so would answer with that one alone the next time. */
  function checked(addresses: readonly LookupAddress[]): readonly LookupAddress[] {
    const isAllowed = addresses.length > 0 && addresses.every(({ address }) => isAllowedAddress(address))
    if (!isAllowed) throw new NotPublic('The address is not public.')
    return addresses
  }
  function read(text: string): Refusal | URL {
    const url = URL.parse(text)
    if (!url) return 'not_a_url'
    const { protocol, hostname, username, password } = url
    if (protocol !== 'http:' && protocol !== 'https:') return 'not_http'
    if (username || password) return 'has_credentials'
    // The parser of URLs has already turned decimal, octal and hexadecimal notations into the usual one.
    const host = hostname.replace(/^\[|\]$/g, '')
    return isIP(host) !== 0 && !isAllowedAddress(host) ? 'not_public' : url
  }
  return {
    read,
    refusalNow: async (text) => {
      const url = read(text)
      if (typeof url === 'string') return url
      const host = url.hostname
      if (host.startsWith('[') || isIP(host)) return undefined
      return addressesOf(host).then(
        () => undefined,
        (error: unknown) => (error instanceof NotPublic ? 'not_public' : undefined),
      )
    },
    lookUp: (host, options, done) => {
      addressesOf(host).then(
        (addresses) => {
          const [first] = addresses
          if (options.all) done(null, [...addresses])
          else done(null, first?.address ?? '', first?.family)
        },
        (error) => done(error, ''),
      )
    },
  }
}

/** With the hosts file and the search list of the system, which DNS servers do not know. */
function askSystem(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookUp(host, { all: true }, (error, addresses) => {
      if (error) reject(new NoAddress(error.code === 'ENOTFOUND' ? 'none' : 'failed'))
      else resolve(addresses)
    })
  })
}

/** By RFC 6761 these never leave this machine, so DNS is not asked. */
function isOfThisMachine(host: string): boolean {
  return /(?:^|\.)localhost$/.test(withoutDot(host))
}

/** `example.com.` is the same host as `example.com`. */
function withoutDot(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}
