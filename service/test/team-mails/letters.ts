import type { Letter } from '../../src/domain/mails/index.ts'
import type { TeamLetter } from '../../src/domain/team-mails/index.ts'
import { newId } from '../../src/foundation/ids/index.ts'

const TO = new Date('2026-11-17T08:00:00Z')

/** One of every mail to the team, about the posts of a letter. */
export function teamLetters({ mail: own, project, stories }: Letter): ReadonlyMap<string, TeamLetter> {
  const posts = stories.map(({ post }) => post)
  const operatorId = newId('operator')
  const mail = { ...own, userId: undefined, operatorId, invitationId: undefined, about: '' }
  const common = { mail, project, email: 'mia@acme.example', operatorId, role: 'owner' } as const
  const letters: readonly TeamLetter[] = [
    {
      ...common,
      kind: 'summary',
      summary: {
        from: new Date(TO.getTime() - 24 * 60 * 60 * 1000),
        to: TO,
        posts: 12_345,
        votes: 1_234_567,
        comments: 1,
        waiting: { pending: 3, reported: 1, unanswered: 100 },
        newPosts: posts,
        moved: posts,
      },
    },
    {
      ...common,
      kind: 'key_ending',
      page: '/keys',
      facts: { sentences: ['key_ends', 'key_used', 'key_alone'], values: { kid: 'k'.repeat(128), ends: TO, used: TO } },
    },
    {
      ...common,
      kind: 'refusals',
      page: '/sign-ins',
      facts: {
        sentences: ['refusals_usual', 'refusals_code', 'refusals_why'],
        values: { n: 240, day: TO, usual: 6, code: 'token_lifetime_too_long', ofCode: 200 },
      },
    },
    {
      ...common,
      kind: 'webhook_off',
      page: '/webhooks',
      facts: { sentences: ['webhook_failing', 'webhook_back'], values: { host: `${'hooks.'.repeat(20)}example.com` } },
    },
    {
      ...common,
      kind: 'invitation',
      invitation: { id: 'inv', email: common.email, role: 'moderator', expiresAt: TO, invitedBy: 'owner@acme.example' },
      link: 'https://api.acme.example/console/enter#code',
    },
  ]
  return new Map(letters.map((letter) => [letter.kind, letter]))
}
