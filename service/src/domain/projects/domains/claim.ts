import type { Project } from '../../call/index.ts'

const CLAIM_LASTS_MS = 7 * 24 * 60 * 60 * 1000

/** The state of the domain that a project asks for. */
export type DomainClaim =
  | { readonly state: 'none' }
  | { readonly state: 'waiting'; readonly lapsesAt: Date }
  | { readonly state: 'verified'; readonly verifiedAt: Date }
  | { readonly state: 'lapsed'; readonly lapsedAt: Date }

export interface DomainRecord {
  readonly name: string
  readonly value: string
}

type Claimed = Pick<Project, 'domain' | 'domainClaimedAt' | 'verifiedDomain' | 'domainVerifiedAt'>

/** A claim lapses by the time alone, whether or not a job has looked at it. */
export function claimOf(project: Claimed, now: Date): DomainClaim {
  const { domain, domainClaimedAt, verifiedDomain, domainVerifiedAt } = project
  if (domain === undefined) return { state: 'none' }
  if (domain === verifiedDomain && domainVerifiedAt) return { state: 'verified', verifiedAt: domainVerifiedAt }
  // The previous release wrote no time; such a claim counts as lapsed.
  const lapsesAt = new Date((domainClaimedAt?.getTime() ?? 0) + CLAIM_LASTS_MS)
  return now < lapsesAt ? { state: 'waiting', lapsesAt } : { state: 'lapsed', lapsedAt: lapsesAt }
}

/** The instant since which a claim has not lapsed. */
export function openClaimsSince(now: Date): Date {
  return new Date(now.getTime() - CLAIM_LASTS_MS)
}

/** When the claim began, after the domain is set to `domain`. Setting the same domain again renews the claim only if it has lapsed. */
export function claimedAtAfter(project: Project, domain: string | undefined, now: Date): Date | undefined {
  if (domain === undefined) return undefined
  const goesOn = domain === project.domain && claimOf(project, now).state !== 'lapsed'
  return goesOn ? project.domainClaimedAt : now
}

/** The TXT record that proves a domain; undefined if the project asks for none. */
export function recordOf({
  domain,
  domainChallenge,
}: Pick<Project, 'domain' | 'domainChallenge'>): DomainRecord | undefined {
  return domain === undefined ? undefined : { name: `_feedback-board.${domain}`, value: domainChallenge }
}
