import { hash } from 'node:crypto'
import type { Person, RecordType } from './record.ts'

type KeyType = Exclude<RecordType, 'vote'> | 'status' | 'tag'

/** The name of a record in the database: 128 bits of a hash, because an external id may be long, or an address. */
export function keyOf(source: string, type: KeyType, id: string): string {
  return hash('sha256', `${source}\0${type}\0${id}`, 'hex').slice(0, 32)
}

/** The external id of a person. People without one are known by their sub, or by their address. */
export function identityOf({ externalId, sub, email }: Person): string {
  if (externalId !== undefined) return `id:${externalId}`
  return sub === undefined ? `email:${email?.toLowerCase()}` : `sub:${sub}`
}
