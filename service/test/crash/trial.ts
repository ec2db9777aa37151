import { type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import type { Random } from './random.ts'

/** What came back for a request. Status 0: nothing did. */
export interface Answer {
  readonly status: number
  readonly code?: string
  readonly session?: string
  readonly userId?: string
  readonly replayed: boolean
}

/**
 * How one token is sent: with one key; with one key by two requests at once; with two keys at once; by a client that
 * hangs up before it is answered.
 */
export type Kind = 'once' | 'twice' | 'rivals' | 'impatient'

export interface KeyStory {
  readonly key: string
  /** What the requests got while the crash came. */
  readonly seen: Answer[]
  /** What the same request got afterwards. */
  settled: Answer
}

/** One token, of a user of its own, and everything that was answered to it. */
export interface Trial {
  readonly kind: Kind
  readonly jti: string
  readonly body: string
  readonly keys: readonly KeyStory[]
  readonly hangsUpAfterMs: number | undefined
}

export interface Client {
  readonly projectId: string
  readonly publishableKey: string
  readonly kid: string
  readonly privateKey: KeyObject
  readonly origin: string
}

const TOKEN_LASTS_S = 300
const KINDS = ['once', 'once', 'twice', 'rivals', 'impatient'] as const

export const NO_ANSWER: Answer = { status: 0, replayed: false }

/** Draws equally often for every kind, so that the plan depends on the seed alone. */
export function newTrial(client: Client, random: Random): Trial {
  const kind = random.oneOf(KINDS)
  const patienceMs = 1 + random.below(12)
  const jti = randomBytes(16).toString('base64url')
  return {
    kind,
    jti,
    body: JSON.stringify({ token: signToken(client, jti) }),
    keys: Array.from({ length: kind === 'rivals' ? 2 : 1 }, newKey),
    hangsUpAfterMs: kind === 'impatient' ? patienceMs : undefined,
  }
}

export function storiesOf(trials: readonly Trial[]): KeyStory[] {
  return trials.flatMap(({ keys }) => keys)
}

function newKey(): KeyStory {
  return { key: randomUUID(), seen: [], settled: NO_ANSWER }
}

/** The sub is the jti's: one token, one user, one session. */
function signToken({ projectId, kid, privateKey, origin }: Client, jti: string): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: projectId, aud: origin, sub: `user ${jti}`, iat: now, exp: now + TOKEN_LASTS_S, jti }
  const input = `${encode({ alg: 'ES256', kid, typ: 'svc-sso+jwt' })}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
