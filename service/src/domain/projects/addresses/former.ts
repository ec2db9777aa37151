import { Problem } from '../../../foundation/problems/index.ts'
import {
  type Call,
  inProject,
  type Permitted,
  type Places,
  type Project,
  type ProjectCall,
  type ServiceCall,
} from '../../call/index.ts'
import { boardOriginOf, canonicalNameOf, originOfName } from '../board-origin.ts'
import { slugTaken } from '../problems.ts'
import {
  deleteFormerName,
  deleteFormerNameOfOthers,
  deleteFormerNamesBefore,
  insertFormerName,
  isNameOfAnother,
  selectFormerNames,
} from './store.ts'

/** So long a board answers to the address that it had before. */
export const FORMER_ADDRESS_LASTS_MS = 24 * 60 * 60 * 1000
/** So long it is explained that an address was the board's. */
const EXPLAINED_MS = 30 * 24 * 60 * 60 * 1000

/** An address that was the audience of a board's tokens. */
export interface FormerOrigin {
  readonly origin: string
  readonly leftAt: Date
  /** Until then tokens for it are accepted, and it leads to the address of now. */
  readonly acceptedUntil: Date
}

/** A board that goes to another address. */
export interface BoardMove {
  readonly from: string
  readonly to: string
  readonly bothUntil: Date
}

/** The audiences of tokens for this board. A former address is only looked up if a token names it. */
export function boardAudienceOf(call: ProjectCall) {
  return {
    audience: boardOriginOf(call.places, call.project),
    formerAudience: async (origin: string): Promise<FormerOrigin | undefined> =>
      (await formerOrigins(call)).find((former) => former.origin === origin),
  }
}

/** Where the board was in the last thirty days, the newest first. */
export function formerOriginsOf(call: Permitted<'project:write'>): Promise<FormerOrigin[]> {
  return formerOrigins(call)
}

async function formerOrigins(call: ProjectCall): Promise<FormerOrigin[]> {
  const now = canonicalNameOf(call.project)
  const names = await selectFormerNames(call)
  return names
    .filter(({ name, wasCanonical }) => wasCanonical && name !== now)
    .map(({ name, leftAt }) => ({
      origin: originOfName(call.places, name),
      leftAt,
      acceptedUntil: new Date(leftAt.getTime() + FORMER_ADDRESS_LASTS_MS),
    }))
}

/** The instant since which a former address still counts. */
export function formerSince({ now }: Pick<Call, 'now'>): Date {
  return new Date(now.getTime() - FORMER_ADDRESS_LASTS_MS)
}

/** Undefined where the address stays. */
export function boardMove(
  { places, now }: { places: Places; now: Date },
  before: Pick<Project, 'slug' | 'verifiedDomain'>,
  after: Pick<Project, 'slug' | 'verifiedDomain'>,
): BoardMove | undefined {
  const from = boardOriginOf(places, before)
  const to = boardOriginOf(places, after)
  return from === to ? undefined : { from, to, bothUntil: new Date(now.getTime() + FORMER_ADDRESS_LASTS_MS) }
}

/**
 * Keeps the addresses that a board had before a change. Part of the change's transaction, and after it: a name that another project
 * left at this very moment is seen by now.
 */
export async function followAddresses(call: ProjectCall, before: Project | undefined, after: Project): Promise<void> {
  if (before?.slug !== after.slug) await refuseRecentSlug(inProject(call, after))
  if (!before) return
  const left = new Map<string, boolean>()
  if (before.slug !== after.slug) left.set(before.slug, false)
  const [was, is] = [canonicalNameOf(before), canonicalNameOf(after)]
  if (was !== is) left.set(was, true)
  for (const [name, wasCanonical] of left) await insertFormerName(call, { name, wasCanonical }, formerSince(call))
  if (left.size > 0) await deleteFormerName(call, is)
}

/**
 * Visitors with tokens for the former board still arrive at its slug. A project that took the slug at once could
 * redirect them to its own domain.
 */
async function refuseRecentSlug(call: ProjectCall): Promise<void> {
  if (!(await isNameOfAnother(call, call.project.slug, formerSince(call)))) return
  throw new Problem(slugTaken, {
    detail: 'Another project had this slug until less than 24 hours ago, and its address still leads there.',
  })
}

/** The new owner of a domain sees the tokens that visitors bring there, so the board that lost the domain refuses them at once. */
export async function takeNameFromOthers(call: ProjectCall, domain: string): Promise<void> {
  await deleteFormerNameOfOthers(call, domain)
}

/** In portions. Returns how many were removed. */
export function forgetFormerAddresses(call: ServiceCall): Promise<number> {
  return deleteFormerNamesBefore(call, new Date(call.now.getTime() - EXPLAINED_MS))
}
