import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { lockProject } from '../project-lock/inside.ts'
import { isKid, type KeyUpload, parseKeyUpload } from './kid.ts'
import { keyTaken, kidTaken, signingKeyNotActive, tooManyActiveKeys } from './problems.ts'
import { mayVerify, RETIRING_LASTS_MS, type SigningKey } from './signing-key.ts'
import {
  countActive,
  insertKey,
  type KeyPlace,
  markRetiring,
  markRevoked,
  markSessionsEnded,
  selectKey,
  selectKeyPage,
  selectKeys,
  selectTwin,
  touchKey,
} from './store.ts'

const MOST_ACTIVE = 2
const NOTE_USE_EVERY_MS = 60_000

/** Adds are one at a time within a project, so two that race never make a third active key. */
export async function addSigningKey(call: Permitted<'signing_keys:write'>, upload: KeyUpload): Promise<SigningKey> {
  const named = parseKeyUpload(upload)
  const { kid } = named
  return inTransaction(call, async (call) => {
    await lockProject(call)
    if (await selectKey(call, kid)) throw new Problem(kidTaken)
    const twin = await selectTwin(call, named.thumbprint)
    if (twin) {
      const detail =
        twin.status === 'active'
          ? `This key is already registered as \`${twin.kid}\`. Sign with that kid.`
          : `It is there as \`${twin.kid}\`. ${keyTaken.remedy}`
      throw new Problem(keyTaken, { detail })
    }
    if ((await countActive(call)) >= MOST_ACTIVE) throw new Problem(tooManyActiveKeys)
    const key = await insertKey(call, named)
    await recordEvent(call, { type: 'signing_key.added', subject: kid })
    return key
  })
}

/** The newest first, each in the state it is in at this moment. */
export async function listSigningKeys(call: Permitted<'signing_keys:read'>): Promise<SigningKey[]> {
  return (await selectKeys(call)).map((key) => asOfNow(key, call.now))
}

/** Those that still verify tokens. */
export async function keysInUse(call: ProjectCall): Promise<SigningKey[]> {
  return (await selectKeys(call)).map((key) => asOfNow(key, call.now)).filter(({ status }) => status !== 'revoked')
}

/** The keys with these kids, for a caller who may read what happened to them. */
export async function signingKeysOf(call: Permitted<'events:read'>, kids: readonly string[]): Promise<SigningKey[]> {
  if (kids.length === 0) return []
  return (await selectKeys(call)).filter(({ kid }) => kids.includes(kid)).map((key) => asOfNow(key, call.now))
}

export async function pageSigningKeys(
  call: Permitted<'signing_keys:read'>,
  page: PageRequest<KeyPlace>,
): Promise<Page<SigningKey, KeyPlace>> {
  const { items, next } = await selectKeyPage(call, page)
  return { items: items.map((key) => asOfNow(key, call.now)), next }
}

export function findSigningKey(call: ProjectCall, kid: string): Promise<SigningKey | undefined> {
  return selectKey(call, kid)
}

/** Still accepted for a day from the first time it is marked; marking it again does not prolong that. */
export function retireSigningKey(call: Permitted<'signing_keys:write'>, kid: string): Promise<SigningKey> {
  return inTransaction(call, async (call) => {
    const retired = isKid(kid) ? await markRetiring(call, kid) : undefined
    if (retired) await recordEvent(call, { type: 'signing_key.retired', subject: kid })
    const key = retired ?? asOfNow(await requireKey(call, kid), call.now)
    if (key.status === 'revoked') throw new Problem(signingKeyNotActive)
    return key
  })
}

/**
 * From now on tokens that it signed are refused, and neither its kid nor the key can be added again. Revoking twice is
 * the same as once, so its sessions can also be ended later; a session that is being made at that moment ends with
 * them.
 */
export function revokeSigningKey(
  call: Permitted<'signing_keys:write'>,
  kid: string,
  { endSessions = false }: { readonly endSessions?: boolean } = {},
): Promise<SigningKey> {
  return inTransaction(call, async (call) => {
    await requireKey(call, kid)
    for (const revoked of await markRevoked(call, kid)) {
      await recordEvent(call, { type: 'signing_key.revoked', subject: revoked.kid })
    }
    for (const subject of endSessions ? await markSessionsEnded(call, kid) : []) {
      await recordEvent(call, { type: 'signing_key.sessions_ended', subject })
    }
    return requireKey(call, kid)
  })
}

/** At most once a minute: an exchange should not write to a row that every exchange shares. */
export async function noteKeyUse(call: ProjectCall, key: SigningKey): Promise<void> {
  if (key.lastUsedAt && call.now.getTime() - key.lastUsedAt.getTime() < NOTE_USE_EVERY_MS) return
  await touchKey(call, key.kid)
}

async function requireKey(call: ProjectCall, kid: string): Promise<SigningKey> {
  const key = isKid(kid) ? await selectKey(call, kid) : undefined
  if (!key) throw new Problem(notFound)
  return key
}

/** The row may still say retiring after the day is over; the rule does not wait for the sweep. */
function asOfNow(key: SigningKey, now: Date): SigningKey {
  if (key.status !== 'retiring' || mayVerify(key, now)) return key
  return { ...key, status: 'revoked', revokedAt: new Date(key.retiredAt.getTime() + RETIRING_LASTS_MS) }
}
