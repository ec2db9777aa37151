import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Call, ConsoleUser, Proof } from '../../src/domain/call/index.ts'
import { ROOT } from '../harness/paths.ts'

const SRC = join(ROOT, 'service/src')

/** What surfaces, commands and jobs may import of the domain. `call` is not among them: it makes the proofs, and stores nothing. */
const DOORS = {
  'board-codes': () => import('../../src/domain/board-codes/index.ts'),
  'board-version': () => import('../../src/domain/board-version/index.ts'),
  'caller-keys': () => import('../../src/domain/caller-keys/index.ts'),
  categories: () => import('../../src/domain/categories/index.ts'),
  changelog: () => import('../../src/domain/changelog/index.ts'),
  comments: () => import('../../src/domain/comments/index.ts'),
  contributions: () => import('../../src/domain/contributions/index.ts'),
  decisions: () => import('../../src/domain/decisions/index.ts'),
  duplicates: () => import('../../src/domain/duplicates/index.ts'),
  'event-feed': () => import('../../src/domain/event-feed/index.ts'),
  events: () => import('../../src/domain/events/index.ts'),
  fields: () => import('../../src/domain/fields/index.ts'),
  files: () => import('../../src/domain/files/index.ts'),
  follows: () => import('../../src/domain/follows/index.ts'),
  imports: () => import('../../src/domain/imports/index.ts'),
  insights: () => import('../../src/domain/insights/index.ts'),
  labels: () => import('../../src/domain/labels/index.ts'),
  live: () => import('../../src/domain/live/index.ts'),
  mails: () => import('../../src/domain/mails/index.ts'),
  moderation: () => import('../../src/domain/moderation/index.ts'),
  names: () => import('../../src/domain/names/index.ts'),
  notifications: () => import('../../src/domain/notifications/index.ts'),
  numbers: () => import('../../src/domain/numbers/index.ts'),
  operators: () => import('../../src/domain/operators/index.ts'),
  outcomes: () => import('../../src/domain/outcomes/index.ts'),
  posting: () => import('../../src/domain/posting/index.ts'),
  posts: () => import('../../src/domain/posts/index.ts'),
  privacy: () => import('../../src/domain/privacy/index.ts'),
  'project-settings': () => import('../../src/domain/project-settings/index.ts'),
  'project-transfer': () => import('../../src/domain/project-transfer/index.ts'),
  projects: () => import('../../src/domain/projects/index.ts'),
  'review-queue': () => import('../../src/domain/review-queue/index.ts'),
  roadmap: () => import('../../src/domain/roadmap/index.ts'),
  search: () => import('../../src/domain/search/index.ts'),
  segments: () => import('../../src/domain/segments/index.ts'),
  'service-places': () => import('../../src/domain/service-places/index.ts'),
  sessions: () => import('../../src/domain/sessions/index.ts'),
  'sign-in-log': () => import('../../src/domain/sign-in-log/index.ts'),
  'sign-in-tokens': () => import('../../src/domain/sign-in-tokens/index.ts'),
  'signing-keys': () => import('../../src/domain/signing-keys/index.ts'),
  statuses: () => import('../../src/domain/statuses/index.ts'),
  tags: () => import('../../src/domain/tags/index.ts'),
  'team-mails': () => import('../../src/domain/team-mails/index.ts'),
  'team-names': () => import('../../src/domain/team-names/index.ts'),
  texts: () => import('../../src/domain/texts/index.ts'),
  today: () => import('../../src/domain/today/index.ts'),
  undo: () => import('../../src/domain/undo/index.ts'),
  users: () => import('../../src/domain/users/index.ts'),
  votes: () => import('../../src/domain/votes/index.ts'),
  webhooks: () => import('../../src/domain/webhooks/index.ts'),
}

type Door<Room extends keyof typeof DOORS> = Awaited<ReturnType<(typeof DOORS)[Room]>>

/** What can reach the database but does not prove a permission. The call of an operator proves who it is: only a session makes one. */
type Unproven<Parameter> = Parameter extends { readonly sql: unknown } | { readonly transaction: unknown }
  ? Parameter extends Proof<never> | Call<ConsoleUser>
    ? never
    : Parameter
  : never

type Takes<Verb> = Verb extends (...given: infer Given) => unknown
  ? { [Place in keyof Given]-?: Unproven<Given[Place]> }[number]
  : never

/** The functions of a door that do not ask for a proof. */
type Unguarded<Exports> = {
  [Name in keyof Exports]: [Takes<Exports[Name]>] extends [never] ? never : Name
}[keyof Exports]

/**
 * Guarantees that what needs a permission cannot be called without proof of it. A function that takes a call without proof compiles only
 * with a line here that says why that is right; otherwise it belongs into `inside.ts` of its room, or asks for a permission.
 */
const ENTRANCES: {
  readonly [Room in keyof typeof DOORS as [Unguarded<Door<Room>>] extends [never] ? never : Room]: Readonly<
    Record<Unguarded<Door<Room>>, string>
  >
} = {
  'board-codes': {
    enterByCode: 'The code says who comes.',
    peekBoardCode: 'The code says who comes; nothing is used up.',
  },
  'caller-keys': { resolveSecretKey: 'The secret says which server asks.' },
  categories: { audienceOf: 'It names whom the caller reads as, and reads nothing.' },
  files: {
    readFile: 'The picture that stands for a project is public; for any other it asks for the permission itself.',
    storedObjects:
      'For a backup, which the command line makes before there is a call: the database may have another schema.',
  },
  mails: {
    changeSubscription: 'The signed link says whose mail it is, and which.',
    peekSubscription: 'The signed link says whose mail it is; nothing is changed.',
  },
  operators: {
    enterByLink: 'The link says who comes.',
    enterByPasskey: 'The passkey says who comes.',
    passkeyRequest: 'Before anybody is known: the challenge that a passkey signs.',
    peekLink: 'The link says who comes; nothing is used up.',
    resolveOperator: 'The session says who asks.',
  },
  projects: {
    isAllowedOrigin: 'Answers yes or no, before a browser sends the request itself.',
    projectByBoardHost: 'Finds the project of a request, before its caller is known.',
    projectById: 'Finds the project of a secret key.',
    projectByPublishableKey: 'Finds the project of a request, before its caller is known.',
    projectBySlug: 'Finds the project that a command or an operator names; what they may do there is checked next.',
  },
  'service-places': { rememberedService: 'The addresses of the service, from which the call of a command is made.' },
  sessions: {
    exchangeOnBoard: 'The token says who comes.',
    exchangeSignInToken: 'The token says who comes.',
    foreseeKey: 'The token says who comes; nothing is answered before it is checked.',
    resolveSession: 'The session says who asks.',
  },
  'sign-in-log': { noteRejection: 'Whoever was refused is nobody yet; it keeps no more than why.' },
  'team-mails': {
    peekTeamMail: 'The signed link says whose mail it is; nothing is changed.',
    switchTeamMail: 'The signed link says whose mail it is, and which.',
  },
}

test('every door is looked at', () => {
  const rooms = globSync('domain/*/index.ts', { cwd: SRC }).map((file) => file.split('/')[1])
  expect(Object.keys(DOORS)).toEqual(rooms.filter((room) => room !== 'call').sort())
  expect(Object.values(ENTRANCES).flatMap((entrances) => Object.values(entrances))).not.toContain('')
})

// Guarantees that a request never has the rights of the service itself.
test('no surface acts as the service itself', () => {
  const surfaces = globSync('surfaces/**/*.{ts,tsx}', { cwd: SRC })
  expect(surfaces.length).toBeGreaterThan(100)
  const acting = surfaces.filter((file) =>
    /\b(?:systemCall|systemCallIn|SYSTEM)\b/.test(readFileSync(join(SRC, file), 'utf8')),
  )
  expect(acting).toEqual([])
})
