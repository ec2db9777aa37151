import { createServerClient, type ServerClient } from '../../../../kits/server/src/index.ts'
import type { Site } from '../site.ts'

/** For what a test needs before it begins: a call that a busy machine refuses is sent again, with the same key, until it is accepted. */
export function patientClient({ client, secretKey }: Site): ServerClient {
  return createServerClient({ apiOrigin: client.origin, secretKey, tries: 100 })
}
