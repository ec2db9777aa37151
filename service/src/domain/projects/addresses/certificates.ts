import type { ServiceCall } from '../../call/index.ts'
import { namesAt } from '../board-origin.ts'
import { selectIsCurrent } from './store.ts'

/** A host name as DNS has it: at least two labels of letters, digits and hyphens. An address in numbers is none. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Whether a proxy may get a certificate for this name: the API's, the address of a board by its slug, or a domain that a project has proved. A domain
 * that waits for its proof gets none, and neither does one that a board has left: its redirect goes on with the certificate from before.
 */
export async function mayHaveCertificate(call: ServiceCall, name: string): Promise<boolean> {
  const host = name.toLowerCase()
  if (!NAME.test(host)) return false
  const { apiOrigin, boardOrigin } = call.places
  if (host === new URL(apiOrigin).hostname) return true
  const { port } = new URL(boardOrigin.replace('{slug}', 'slug'))
  return selectIsCurrent(call, namesAt(call.places, port === '' ? host : `${host}:${port}`))
}
