import { type Places, systemCall } from './domain/call/index.ts'
import { verifyOpenClaims } from './domain/projects/index.ts'
import { txtLookUp } from './foundation/dns/index.ts'
import type { Job } from './foundation/jobs/index.ts'
import type { Log } from './foundation/log/index.ts'
import type { Database } from './foundation/storage/index.ts'

/** Looks every hour for the TXT records of domains that wait for their proof. */
export function verifyDomains(
  database: Database,
  { dnsServers, ...places }: Places & { readonly dnsServers: readonly string[] },
  log: Log,
): Job<object> {
  const lookUp = txtLookUp(dnsServers)
  return {
    name: 'verify-domains',
    every: '17 * * * *',
    run: async () => {
      const call = systemCall(database, places, database.clock.now())
      const { proven, failed } = await verifyOpenClaims(call, lookUp)
      if (proven > 0) log.info({ proven }, 'domains were proven')
      for (const error of failed) log.warn({ err: error }, 'a domain could not be checked')
    },
  }
}
