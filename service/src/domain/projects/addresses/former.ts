import { Problem } from '../../../foundation/problems/index.ts'
import {
  type Call,
  inProject,
  type Permitted,
  type Places,
  type Project,
  type ProjectCall,
  type ProjectDraft,
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

/** A board still answers at its former address for this long. */
const FORMER_ADDRESS_LASTS_MS = 24 * 60 * 60 * 1000
/** For this long, a page explains that an address was the board's. */
const EXPLAINED_MS = 30 * 24 * 60 * 60 * 1000

/** An address that was the audience of a board's tokens. */
export interface FormerOrigin {
  readonly origin: string
  readonly leftAt: Date
  /** Until then its tokens are accepted, and it redirects to the current address. */
  readonly acceptedUntil: Date
}

/** A board that moves to another address. */
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

/** The addresses of the board in the last thirty days, the newest first. */
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

/** A former address is still in use if the board left it after this instant. */
export function formerSince({ now }: Pick<Call, 'now'>): Date {
  return new Date(now.getTime() - FORMER_ADDRESS_LASTS_MS)
}

/** Undefined if the address does not change. */
export function boardMove(
  { places, now }: { places: Places; now: Date },
  before: Pick<Project, 'slug' | 'verifiedDomain'>,
  after: Pick<Project, 'slug' | 'verifiedDomain'>,
): BoardMove | undefined {
  const from = boardOriginOf(places, before)
  const to = boardOriginOf(places, after)
  return from === to ? undefined : { from, to, bothUntil: new Date(now.getTime() + FORMER_ADDRESS_LASTS_MS) }
}

/** The move that changes of the settings would cause at once. A domain that is set moves the board only when it is proven; one that is removed, at once. */
export function moveBy(
  call: Permitted<'project:write'>,
  changes: Partial<Pick<ProjectDraft, 'slug' | 'domain'>>,
): BoardMove | undefined {
  const { project } = call
  const removesDomain = 'domain' in changes && changes.domain === undefined
  const verifiedDomain = removesDomain ? undefined : project.verifiedDomain
  return boardMove(call, project, { slug: changes.slug ?? project.slug, verifiedDomain })
}

/**
 * Keeps the addresses that a board had before a change. Call it in the transaction of the change and after it, so that it sees a name that another
 * project has just left.
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
