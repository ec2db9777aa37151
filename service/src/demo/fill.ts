import { atInstant, type Call, type ServerCall, type SystemCall, type UserCall } from '../domain/call/index.ts'
import { writeEntry } from '../domain/changelog/index.ts'
import { addEstimates, saveView } from '../domain/decisions/index.ts'
import { addField } from '../domain/fields/index.ts'
import { changeMe } from '../domain/names/index.ts'
import {
  changePostStatus,
  editPost,
  mergePost,
  writeComment,
  writeCommentForTeam,
  writePost,
  writePostForTeam,
} from '../domain/posting/index.ts'
import { addSegment } from '../domain/segments/index.ts'
import { rememberAsService, resolveSession, signInAsService } from '../domain/sessions/index.ts'
import type { SignInClaims } from '../domain/sign-in-tokens/index.ts'
import { listStatuses } from '../domain/statuses/index.ts'
import { addTag } from '../domain/tags/index.ts'
import { castVote } from '../domain/votes/index.ts'
import { chanceFrom } from './chance.ts'
import { type DemoPost, type DemoReply, PLATFORMS, TAGS } from './content.ts'
import { ENTRIES } from './entries.ts'
import { type DemoPerson, PEOPLE, type PersonName, SEGMENTS } from './people.ts'
import { CLOSED } from './posts-closed.ts'
import { DONE } from './posts-done.ts'
import { OPEN } from './posts-open.ts'
import { UNDER_WAY } from './posts-under-way.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The people of the demo joined before the first post was written. */
export const BEGAN_DAYS_AGO = 366
/** In days of work. */
const EFFORTS = [1, 2, 3, 5, 8, 13]
/** What happened on one day is spread over this part of the day. */
const LATER_THAT_DAY = 0.4

/** The posts, the oldest first, as their numbers go. Each at another time of its day. */
export const POSTS: readonly DemoPost[] = [...DONE, ...UNDER_WAY, ...OPEN, ...CLOSED]
  .map((post, place) => ({ ...post, daysAgo: post.daysAgo + ((place * 37) % 40) / 100 }))
  .sort((one, other) => other.daysAgo - one.daysAgo)

/** The same call at an instant of the past: every verb records when it happened by the call's own time. */
export function daysBefore<C extends Call>(call: C, days: number): C {
  return atInstant(call, new Date(call.now.getTime() - days * DAY_MS))
}

/** The permissions of the client's server in the demo. */
export const TEAM_MAY = ['posts:write', 'comments:write', 'changelog:write', 'project:write'] as const
type Team = ServerCall<(typeof TEAM_MAY)[number]>

interface Scene {
  readonly team: Team
  readonly people: ReadonlyMap<PersonName, UserCall>
  readonly tagIds: ReadonlyMap<string, string>
  readonly statusIds: ReadonlyMap<string, string>
}

/** Something that happens to a post at some time. */
interface Act {
  readonly daysAgo: number
  run(now: Date): Promise<unknown>
}

/**
 * Fills an empty project by the verbs that people and their clients use. Within one transaction, so that a demo is there
 * as a whole or not at all.
 */
export async function fillProject(service: SystemCall, team: Team): Promise<void> {
  const began = daysBefore(team, BEGAN_DAYS_AGO)
  const tagIds = new Map<string, string>()
  for (const [name, color] of Object.entries(TAGS)) tagIds.set(name, (await addTag(began, { name, color })).id)
  await addField(daysBefore(service, BEGAN_DAYS_AGO), { label: 'Platform', kind: 'select', options: PLATFORMS })
  for (const { name, rule } of SEGMENTS)
    await addSegment(daysBefore(service, BEGAN_DAYS_AGO), { name, rules: { all: [rule] } })
  const statusIds = new Map((await listStatuses(team)).map(({ category, id }) => [category, id]))
  const names = Object.keys(PEOPLE) as PersonName[] // the keys of an object that is never extended
  const people = new Map(
    await Promise.all(
      names.map(async (name) => [name, await join(daysBefore(service, BEGAN_DAYS_AGO), PEOPLE[name])] as const),
    ),
  )
  const scene: Scene = { team, people, tagIds, statusIds }
  await addEstimates(daysBefore(service, BEGAN_DAYS_AGO), { effort: 'Effort', impact: 'Impact' })

  const ids = new Map<string, string>()
  const idOf = (title: string) => ids.get(title) ?? ''
  const acts = [
    ...POSTS.map((post) => ({ daysAgo: post.daysAgo, run: async () => ids.set(post.title, await write(scene, post)) })),
    ...POSTS.flatMap((post, place) => livesOf(scene, post, () => idOf(post.title), chanceFrom(place))),
    ...POSTS.flatMap(({ title, sameAs }) =>
      sameAs
        ? [
            {
              daysAgo: sameAs.daysAgo,
              run: (now: Date) => mergePost(atInstant(team, now), idOf(title), idOf(sameAs.title)),
            },
          ]
        : [],
    ),
    ...[...UNDER_WAY, ...OPEN].flatMap((post, place) => estimatesOf(team, post, () => idOf(post.title), place)),
    ...ENTRIES.map(({ about, daysAgo, ...entry }) => ({
      daysAgo: daysAgo - LATER_THAT_DAY,
      run: (now: Date) => writeEntry(atInstant(team, now), { ...entry, postIds: about.map(idOf), state: 'published' }),
    })),
  ]
  // In its order: numbers go by age, ids sort by time, and a post that is done takes no votes any more.
  for (const { daysAgo, run } of acts.sort((one, other) => other.daysAgo - one.daysAgo)) {
    await run(daysBefore(team, daysAgo).now)
  }
  await saveView(service, { name: 'Quick wins', query: quickWins(statusIds.get('open') ?? ''), isShared: true })
  const seeToday = (name: PersonName, place: number) => {
    const call = daysBefore(service, 0.01 + place / 400)
    return rememberAsService(call, claimsOf(call, PEOPLE[name]))
  }
  await Promise.all(names.map(seeToday))
}

/** The team estimates most posts some days after they came. */
function estimatesOf(team: Team, { sameAs, daysAgo }: DemoPost, id: () => string, place: number): Act[] {
  if (sameAs || place % 9 === 8) return []
  const chance = chanceFrom(place + 1_000)
  const fields = { effort: EFFORTS[Math.floor(chance() * EFFORTS.length)] ?? 3, impact: 1 + Math.floor(chance() * 10) }
  return [{ daysAgo: daysAgo / 2, run: (now) => editPost(atInstant(team, now), id(), { fields }, undefined) }]
}

/** Open posts by what they bring for their effort. */
function quickWins(statusId: string): string {
  const query = new URLSearchParams({ sort: 'by_effort', status: statusId, x: 'field.effort', y: 'value' })
  for (const column of ['votes', 'value', 'share', 'field.effort', 'field.impact', 'by_effort', 'new'])
    query.append('col', column)
  return String(query)
}

/** Signs a person in for the first time, and chooses their name. */
async function join(call: SystemCall, person: DemoPerson): Promise<UserCall> {
  const { token } = await signInAsService(call, claimsOf(call, person))
  const user = await resolveSession(call, token)
  if (person.appearsAs === 'anonymous') return user
  const choice =
    person.appearsAs === 'first_name'
      ? { nameChoice: 'first_name' as const }
      : { nameChoice: 'custom' as const, customName: person.appearsAs.ownName }
  await changeMe(user, choice, undefined)
  return resolveSession(call, token)
}

/** The claims that the token of a client's backend would have. */
function claimsOf({ now }: SystemCall, person: DemoPerson): SignInClaims {
  const { sub, givenName, familyName, locale, plan, account } = person
  const email = `${sub}@acme.example`
  const claims = { sub, email, emailVerified: true, givenName, familyName, locale, traits: { plan, ...account } }
  return { ...claims, jti: '', issuedAt: now, expiresAt: now }
}

async function write({ team, people, tagIds }: Scene, post: DemoPost): Promise<string> {
  const { title, body, daysAgo, isPinned } = post
  const author = post.by && people.get(post.by)
  const fields = platformOf(post)
  const about = { tagIds: post.tags.map((tag) => tagIds.get(tag) ?? ''), ...(isPinned && { isPinned }) }
  if (!author) return (await writePostForTeam(daysBefore(team, daysAgo), { title, body, fields, ...about })).id
  const call = atInstant(author, daysBefore(team, daysAgo).now)
  const { id } = await writePost(call, { title, body, fields })
  await editPost(daysBefore(team, daysAgo - 0.2), id, about, undefined) // the team sorts what comes in within hours
  return id
}

/** Where somebody wants it. Not all say so. */
function platformOf({ tags }: DemoPost): { readonly platform?: string } {
  const found = PLATFORMS.find((platform) => platform.tags.some((tag) => tags.includes(tag)))
  return found ? { platform: found.value } : {}
}

/** What happens to a post once it is written; until then it has no id. */
function livesOf(scene: Scene, post: DemoPost, id: () => string, chance: () => number): Act[] {
  return [...votesOn(scene, post, id, chance), ...movesOf(scene, post, id), ...commentsOn(scene, post, id)].map(
    ({ daysAgo, run }) => ({ daysAgo: daysAgo - chance() * LATER_THAT_DAY, run }),
  )
}

/** Most votes come soon after the post, and some people vote for everything while others hardly ever do. */
function votesOn({ people }: Scene, post: DemoPost, id: () => string, chance: () => number): Act[] {
  const ended = post.sameAs?.daysAgo ?? post.moves?.find(({ to }) => to === 'done' || to === 'closed')?.daysAgo ?? 0
  const begins = post.daysAgo - 0.3
  const ends = ended + LATER_THAT_DAY + 0.2
  const others = [...people].filter(([name]) => name !== post.by)
  return others
    .map(([, call], place) => ({ call, rank: chance() ** (1 / (1 + place / 20)) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, post.votes - (post.by ? 1 : 0))
    .map(({ call }) => ({
      daysAgo: begins - (begins - ends) * chance() ** 1.7,
      run: (now) => castVote(atInstant(call, now), id()),
    }))
}

function movesOf({ team, statusIds }: Scene, { moves = [] }: DemoPost, id: () => string): Act[] {
  return moves.map(({ to, daysAgo, says }) => {
    const change = { statusId: statusIds.get(to) ?? '', notify: true, ...(says && { comment: says }) }
    return { daysAgo, run: (now) => changePostStatus(atInstant(team, now), id(), change) }
  })
}

function commentsOn(scene: Scene, { comments = [] }: DemoPost, id: () => string): Act[] {
  return comments.flatMap((comment) => {
    let parentId = ''
    const first: Act = {
      daysAgo: comment.daysAgo,
      run: async (now) => {
        parentId = await say(scene, id(), comment, now)
      },
    }
    const replies = (comment.replies ?? []).map((reply) => ({
      daysAgo: reply.daysAgo,
      run: (now: Date) => say(scene, id(), reply, now, parentId),
    }))
    return [first, ...replies]
  })
}

async function say(scene: Scene, post: string, { by, body }: DemoReply, now: Date, parentId?: string): Promise<string> {
  const draft = { body, ...(parentId !== undefined && { parentId }) }
  const author = by && scene.people.get(by)
  const { id } = author
    ? await writeComment(atInstant(author, now), post, draft)
    : await writeCommentForTeam(atInstant(scene.team, now), post, { ...draft, isOfficial: parentId === undefined })
  return id
}
