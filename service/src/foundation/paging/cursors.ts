import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Problem } from '../problems/index.ts'
import { sealText, selectServiceKey, unsealText } from '../secrets/index.ts'
import type { Sql } from '../storage/index.ts'
import { cursorInvalid } from './problems.ts'

const MAC_BYTES = 16

/** A place in a list, as a text that only this service can write and that fits one list alone. */
export interface Cursors {
  /** `list` names the list with everything that decides what is in it and in which order. */
  write(list: string, place: unknown): string
  read(list: string, cursor: string): unknown
  /** For a place that moves with what its reader may not know of: nobody can read it, or see whether two are the same. */
  seal(list: string, place: unknown): string
  /** Also a cursor that `write` wrote, as earlier releases did. */
  unseal(list: string, cursor: string): unknown
}

export async function openCursors(sql: Sql): Promise<Cursors> {
  return cursorsSignedBy(await selectServiceKey(sql, 'cursors'))
}

export function cursorsSignedBy(secret: Buffer): Cursors {
  const key = createSecretKey(secret) // made once: making it from the bytes takes six times as long as a signature
  const sign = (list: string, text: Buffer) =>
    createHmac('sha256', key).update(`${list.length} ${list}`).update(text).digest().subarray(0, MAC_BYTES)
  const sealingKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'sealed cursors', 32)))
  const cursors: Cursors = {
    write: (list, place) => {
      const text = Buffer.from(JSON.stringify(place))
      return Buffer.concat([sign(list, text), text]).toString('base64url')
    },
    read: (list, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url')
      const text = bytes.subarray(MAC_BYTES)
      const genuine =
        bytes.length > MAC_BYTES &&
        bytes.toString('base64url') === cursor && // the decoder is lenient, and one list has one cursor a place
        timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(list, text))
      if (!genuine) throw new Problem(cursorInvalid)
      return JSON.parse(text.toString('utf8'))
    },
    seal: (list, place) => sealText(sealingKey, JSON.stringify(place), list).toString('base64url'),
    unseal: (list, cursor) => {
      let text: string
      try {
        text = unsealText(sealingKey, Buffer.from(cursor, 'base64url'), list)
      } catch {
        return cursors.read(list, cursor)
      }
      return JSON.parse(text)
    },
  }
  return cursors
}
