import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { lastSignInSince } from '../../../domain/sessions/index.ts'
import { listRejections } from '../../../domain/sign-in-log/index.ts'
import type { BrokenRule } from '../../../domain/sign-in-tokens/index.ts'
import { listSigningKeys, type SigningKey } from '../../../domain/signing-keys/index.ts'
import { type Reason, reasonOf } from '../sign-ins/reasons.ts'

/** Older tokens say nothing about the current attempt. */
const LOOK_BACK_MS = 10 * 60 * 1000

export const STEPS = ['project', 'key', 'addresses', 'code', 'check'] as const
export type StepId = (typeof STEPS)[number]

/** The latest results of tokens. */
export interface News {
  readonly acceptedAt: Date | undefined
  readonly refused: Refusal | undefined
}

export interface Refusal extends Reason {
  readonly at: Date
  readonly kid: string | undefined
  readonly audience: 'app' | 'board'
  readonly broken: BrokenRule | undefined
}

export function brokenIn(words: ConsoleWords, { rule, expected, found }: BrokenRule): string {
  return words.say('setup_check_broken', { rule, expected, found })
}

export interface Progress {
  /** The key that new code should sign with. */
  readonly key: SigningKey | undefined
  readonly done: Readonly<Record<StepId, boolean>>
  readonly news: News
}

/** The progress of a project, computed only from its current state. */
export async function progressOf(call: OperatorCall<'signing_keys:read'>, words: ConsoleWords): Promise<Progress> {
  const [keys, news, { items }] = await Promise.all([
    listSigningKeys(call),
    newsSince(call, words, undefined),
    listRejections(call, { limit: 1, after: undefined }),
  ])
  const key = keys.find(({ status }) => status === 'active')
  const works = keys.some(({ lastUsedAt }) => lastUsedAt !== undefined)
  const addresses = call.project.signInUrl !== undefined
  return {
    key,
    news,
    done: {
      project: true,
      key: key !== undefined,
      addresses,
      code: works || items.length > 0,
      check: works && !isRefused(news),
    },
  }
}

/** Whether the latest token was refused: then sign-in does not work now, whatever worked before. */
export function isRefused({ acceptedAt, refused }: News): boolean {
  return refused !== undefined && (acceptedAt === undefined || refused.at > acceptedAt)
}

export function firstOpenStep({ done }: Progress): StepId {
  return STEPS.find((step) => !done[step]) ?? 'check'
}

/** The newest acceptance and refusal since then, at most ten minutes back. */
export async function newsSince(
  call: OperatorCall<'signing_keys:read'>,
  words: ConsoleWords,
  since: Date | undefined,
): Promise<News> {
  const earliest = new Date(call.now.getTime() - LOOK_BACK_MS)
  const from = since && since > earliest ? since : earliest
  const [acceptedAt, { items }] = await Promise.all([
    lastSignInSince(call, from),
    listRejections(call, { limit: 1, after: undefined }),
  ])
  const [last] = items
  const refused = last && last.at > from ? { ...last, ...reasonOf(words, last.code) } : undefined
  return { acceptedAt, refused }
}
