import { createServerClient, FeedbackError, type ServerClient } from '../../../../kits/server/src/index.ts'
import type { Random } from '../random.ts'
import type { Site } from '../site.ts'
import { patientClient } from './patient-client.ts'

const WORKERS = 12
/** So few that most operations meet others on the same post. */
const FIRST_USERS = 20
const FIRST_POSTS = 12
const MOST_POSTS = 40

/** How often each operation is drawn. */
const WEIGHTS = {
  cast: 40,
  withdraw: 20,
  write: 6,
  edit: 8,
  status: 4,
  merge: 6,
  unmerge: 7,
  reject: 2,
  approve: 3,
  delete: 2,
  join: 1,
  erase: 1,
} as const
type Kind = keyof typeof WEIGHTS
const DRAWN = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind)) // its keys

export interface Load {
  /** When so many operations were acknowledged. */
  reached(count: number): Promise<void>
  readonly ended: Promise<Outcome>
  /** Begins nothing more. */
  stop(): void
}

export interface Outcome {
  /** How many of each kind were acknowledged. */
  readonly done: Readonly<Partial<Record<Kind, number>>>
  /** Names of people who are erased; each is nobody else's. */
  readonly erasedNames: readonly string[]
  readonly violations: readonly string[]
}

interface World {
  readonly client: ServerClient
  readonly random: Random
  readonly statuses: readonly string[]
  readonly users: { readonly id: string; readonly name: string }[]
  readonly posts: string[]
  /** Posts that were merged or rejected, to be unmerged or approved. */
  readonly merged: Set<string>
  readonly rejected: Set<string>
  readonly erasedNames: string[]
  people: number
}

/** People and a team who do things at random, several at once, through whatever dies. */
export async function startOperations(site: Site, random: Random, operations: number): Promise<Load> {
  const patient = patientClient(site)
  const { data: statuses } = await patient.request('GET /statuses')
  const first: World = {
    client: patient,
    random,
    statuses: statuses.map(({ id }) => id),
    users: [],
    posts: [],
    merged: new Set(),
    rejected: new Set(),
    erasedNames: [],
    people: 0,
  }
  for (let user = 0; user < FIRST_USERS; user += 1) await act(first, 'join')
  for (let post = 0; post < FIRST_POSTS; post += 1) await act(first, 'write')
  const client = createServerClient({ apiOrigin: site.client.origin, secretKey: site.secretKey })
  const world: World = { ...first, client }
  const done: Partial<Record<Kind, number>> = {}
  const violations: string[] = []
  const waiting: { readonly count: number; readonly wake: () => void }[] = []
  let acknowledged = 0
  let isStopped = false
  const work = async () => {
    while (acknowledged < operations && !isStopped) {
      const kind = DRAWN[random.below(DRAWN.length)] ?? 'cast'
      try {
        if (!(await act(world, kind))) continue
        done[kind] = (done[kind] ?? 0) + 1
        acknowledged += 1
        for (const { count, wake } of waiting) if (acknowledged >= count) wake()
      } catch (error) {
        if (!isForeseen(error)) violations.push(`${kind}: ${error}`)
      }
    }
  }
  const ended = Promise.all(Array.from({ length: WORKERS }, work)).then(() => ({
    done,
    erasedNames: world.erasedNames,
    violations,
  }))
  return {
    ended,
    reached: (count) => new Promise((wake) => waiting.push({ count, wake })),
    stop: () => {
      isStopped = true
    },
  }
}

/** Refused, because of what others did meanwhile, or not answered, because something was killed. */
function isForeseen(error: unknown): boolean {
  return error instanceof FeedbackError && (error.status < 500 || error.status === 503)
}

/** False: there was nothing to do it to. */
async function act(world: World, kind: Kind): Promise<boolean> {
  const { client, random, users, posts } = world
  if (kind === 'join') return join(world)
  const user = users[random.below(users.length)]
  if (!user) return false
  if (kind === 'write') {
    if (posts.length >= MOST_POSTS) return false
    const { id } = await client.posts.create({ title: `An idea ${random.below(1e9)}`, user_id: user.id })
    return posts.push(id) > 0
  }
  if (kind === 'erase') return erase(world, user)
  const post = posts[random.below(posts.length)]
  const other = posts[random.below(posts.length)]
  if (!post || !other) return false
  switch (kind) {
    case 'cast':
      await client.posts.votes.cast(post, user.id)
      return true
    case 'withdraw':
      await client.posts.votes.withdraw(post, user.id)
      return true
    case 'edit':
      await client.posts.edit(post, { title: `A better idea ${random.below(1e9)}`, is_pinned: random.below(2) === 0 })
      return true
    case 'status':
      await client.posts.changeStatus(post, { status_id: world.statuses[random.below(world.statuses.length)] ?? '' })
      return true
    case 'merge':
      await client.posts.merge(post, { into_post_id: other })
      return world.merged.add(post).size > 0
    case 'unmerge':
      return undo(world, world.merged, (post) => client.posts.unmerge(post))
    case 'reject':
      await client.moderation.reject(post)
      return world.rejected.add(post).size > 0
    case 'approve':
      return undo(world, world.rejected, (post) => client.moderation.approve(post))
    case 'delete':
      await client.posts.delete(post)
      return posts.splice(posts.indexOf(post), 1).length > 0
  }
}

async function undo({ random }: World, places: Set<string>, act: (post: string) => Promise<unknown>): Promise<boolean> {
  const post = [...places][random.below(places.size)]
  if (post === undefined) return false
  places.delete(post)
  await act(post)
  return true
}

async function join(world: World): Promise<boolean> {
  world.people += 1
  const name = `Person${world.people}Unmistakable`
  const { id } = await world.client.users.putBySub(`sub-${world.people}`, { given_name: name })
  return world.users.push({ id, name }) > 0
}

async function erase(world: World, user: World['users'][number]): Promise<boolean> {
  const place = world.users.indexOf(user)
  if (place < 0 || world.users.length <= FIRST_USERS / 2) return false
  world.users.splice(place, 1)
  await world.client.users.erase(user.id)
  world.erasedNames.push(user.name)
  return true
}
