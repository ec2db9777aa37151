import { inject } from 'vitest'
import { type Stage, startBoard } from '../board/stage.ts'
import { type DnsServer, keptDns } from '../harness/dns.ts'
import { keptService } from '../harness/service.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const BOARDS = { BOARD_ORIGIN: 'https://{slug}.boards.example' }

/** A domain that no project has. */
export const freshDomain = () => `d${process.pid}x${Math.random().toString(36).slice(2)}.acme.example`

export interface Clocked {
  readonly stage: Stage
  readonly dns: DnsServer
  readonly now: () => Date
  later(ms: number): void
}

/** A board with a DNS server and a clock that the test moves. The service is kept for the next test. */
export async function startClocked(environment: Record<string, string> = BOARDS): Promise<Clocked> {
  const dns = await keptDns()
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const service = await keptService({ ...environment, DNS_SERVERS: dns.address }, now, inject('connection'))
  const stage = await startBoard({}, {}, { service, now })
  const later = (ms: number) => {
    ahead += ms
  }
  return { stage, dns, now, later }
}

/** Asks for the domain, puts its record into DNS, and has it checked. */
export async function prove({ server }: Stage, dns: DnsServer, domain: string) {
  const { name, value } = (await server('PATCH', '/v1/project', { domain })).body.domain_challenge
  dns.records.set(name, [value])
  return server('POST', '/v1/project/verify_domain')
}
