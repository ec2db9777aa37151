import type { Call } from '../domain/call/index.ts'
import { type BoardMove, boardOriginOf, claimOf, type Project, recordOf } from '../domain/projects/index.ts'
import { facts, when } from './layout.ts'

export function projectJson(project: Project, { places, now }: Call) {
  const claim = claimOf(project, now)
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    is_private: project.isPrivate,
    sign_in_url: project.signInUrl ?? null,
    domain: project.domain ?? null,
    domain_state: claim.state,
    domain_challenge: recordOf(project) ?? null,
    domain_verified_at: claim.state === 'verified' ? claim.verifiedAt.toISOString() : null,
    domain_claim_expires_at: claim.state === 'waiting' ? claim.lapsesAt.toISOString() : null,
    board_origin: boardOriginOf(places, project),
    allowed_origins: project.allowedOrigins,
    allowed_traits: project.allowedTraits,
    account_trait: project.accountTrait ?? null,
    value_trait: project.valueTrait ?? null,
    language: project.language,
    requires_approval: project.requiresApproval,
    publishable_key: project.publishableKey,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
  }
}

export function describeProject(project: Project, { places, now }: Call): string {
  return facts([
    ['Project', `${project.name} (${project.id})`],
    ['Board', `${boardOriginOf(places, project)}, ${project.isPrivate ? 'private' : 'public'}`],
    ...domainFacts(project, { places, now }),
    ['Sign-in URL', project.signInUrl ?? 'not set yet: svc project update … --sign-in-url https://…'],
    ['Allowed origins', project.allowedOrigins.join(', ') || 'none'],
    ['User attributes', project.allowedTraits.join(', ') || 'none'],
    ...(project.accountTrait === undefined
      ? []
      : [
          [
            'Account',
            `${project.accountTrait}${project.valueTrait === undefined ? '' : `, value ${project.valueTrait}`}`,
          ] as const,
        ]),
    ['Language', project.language],
    [
      'Approval',
      project.requiresApproval
        ? 'posts and comments of users wait for approval'
        : 'not needed: posts and comments of users are public at once',
    ],
    ['Publishable key', project.publishableKey],
  ])
}

function domainFacts(project: Project, { places, now }: Pick<Call, 'places' | 'now'>): [string, string][] {
  const claim = claimOf(project, now)
  const { slug, domain } = project
  switch (claim.state) {
    case 'none':
      return []
    case 'verified':
      return [['Domain', `${domain}, verified ${when(claim.verifiedAt, '')}`]]
    case 'lapsed':
      return [
        [
          'Domain',
          `${domain}, not verified within seven days. To try again: svc project update ${slug} --domain ${domain}`,
        ],
      ]
    case 'waiting': {
      const record = recordOf(project)
      const from = boardOriginOf(places, project)
      const to = boardOriginOf(places, { slug, verifiedDomain: domain })
      return [
        ['Domain', `${domain}, waiting for verification until ${when(claim.lapsesAt, '')}`],
        [
          'First',
          `point ${domain} to this service, by a CNAME record to ${new URL(from).hostname} (or A and AAAA records to the same place)`,
        ],
        ['', `make sure that ${to} opens this service: once the domain is verified, the old address redirects there`],
        ['TXT record', `${record?.name}  ${record?.value}`],
        ['Then', `svc project verify-domain ${slug} (the service also checks every hour)`],
        ['Once verified', `aud of board tokens is ${to}; ${from} is accepted for 24 more hours`],
      ]
    }
  }
}

export function moveJson({ from, to }: BoardMove) {
  return { from, to }
}

/** Before a move: what it means, and how to do it. */
export function announceMove({ from, to }: BoardMove): string {
  return [
    `Nothing was changed: this would move the board from ${from} to ${to}.`,
    `  In your backend: aud of board tokens becomes ${to}, and visitors are sent to ${to}/sso/callback.`,
    `  For 24 hours both work: tokens for ${from} are accepted, and ${from} redirects to ${to}.`,
    '  Visitors must sign in again, because a browser session belongs to one address.',
    'To do it, add --yes.',
  ].join('\n')
}

/** The steps that are needed when a board moves to another address. */
export function describeMove({ from, to, bothUntil }: BoardMove): string {
  return [
    `The board’s address changed from ${from} to ${to}.`,
    `  In your backend: set aud of board tokens to ${to}, and send visitors to ${to}/sso/callback.`,
    `  Until ${when(bothUntil, '')} both work: tokens for ${from} are accepted, and ${from} redirects to ${to}.`,
    '  Visitors must sign in again, because a browser session belongs to one address.',
  ].join('\n')
}
