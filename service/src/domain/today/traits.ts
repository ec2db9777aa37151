import type { Id } from '../../foundation/ids/index.ts'
import { may, type Permitted } from '../call/index.ts'
import { selectTraits, selectVotersByTrait } from './store.ts'

/** Longer values are not useful in a list. */
const LONGEST = 40

/** The values of the traits that the project keeps, in its order. Empty for those who may not see them: a client may have put an address into one. */
export async function traitsOf(
  call: Permitted<'moderation:read'>,
  ids: readonly Id<'user'>[],
): Promise<ReadonlyMap<Id<'user'>, readonly (readonly [name: string, value: string])[]>> {
  const { allowedTraits } = call.project
  if (!may(call, 'users:read_addresses') || allowedTraits.length === 0) return new Map()
  const rows = await selectTraits(call, [...new Set(ids)])
  return new Map(
    rows.map(({ id, traits }) => [
      id,
      allowedTraits.flatMap((name) => {
        const value = Object.hasOwn(traits, name) ? traits[name] : undefined // a name may be that of an inherited member
        return value === undefined || value === null || typeof value === 'object'
          ? []
          : [[name, String(value).slice(0, LONGEST)] as const]
      }),
    ]),
  )
}

export interface TraitShare {
  /** Undefined: the client's backend said nothing about these users. */
  readonly value: string | undefined
  readonly votes: number
}

/** Votes for a post by the first trait that the project keeps; among the newest thousand votes. */
export async function votersByTrait(
  call: Permitted<'moderation:read'>,
  postId: Id<'post'>,
): Promise<{ readonly trait: string; readonly shares: readonly TraitShare[] } | undefined> {
  const [trait] = call.project.allowedTraits
  if (trait === undefined || !may(call, 'users:read_addresses')) return undefined
  const rows = await selectVotersByTrait(call, postId, trait)
  const shares = rows.map(({ value, votes }) => ({ value: value?.slice(0, LONGEST), votes }))
  return shares.some(({ value }) => value !== undefined) ? { trait, shares } : undefined
}
