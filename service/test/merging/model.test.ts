import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Discussion, inParallel, startDiscussion } from '../comments/discussion.ts'
import { effort } from '../harness/effort.ts'

const USERS = 3
const POSTS = 4

const deed = fc.record({
  kind: fc.constantFrom('vote', 'vote', 'unvote', 'comment', 'answer', 'follow', 'merge', 'merge', 'unmerge'),
  who: fc.nat({ max: USERS - 1 }),
  where: fc.nat({ max: POSTS - 1 }),
  to: fc.nat({ max: 50 }),
})
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

/** What everybody did, without any merging: who voted for what, and where each discussion began. */
class Model {
  readonly mergedInto = new Map<string, string>()
  readonly votes = new Map<string, Set<string>>()
  readonly follows = new Map<string, Set<string>>()
  /** Each text by the post it was written on, or that of what it answers. */
  readonly homes = new Map<string, string>()
  readonly mayWithdraw: boolean

  constructor(mayWithdraw: boolean) {
    this.mayWithdraw = mayWithdraw
  }

  marks(of: Map<string, Set<string>>, post: string): Set<string> {
    const marks = of.get(post) ?? new Set()
    of.set(post, marks)
    return marks
  }

  rootOf(post: string): string {
    const next = this.mergedInto.get(post)
    return next === undefined ? post : this.rootOf(next)
  }

  /** The users who gave it to the post or to one that was merged into it; each once. */
  together(of: Map<string, Set<string>>, post: string): string[] {
    const given = [...of].filter(([one]) => this.rootOf(one) === post).flatMap(([, marks]) => [...marks])
    return [...new Set(given)].toSorted()
  }

  textsOf(post: string): string[] {
    return [...this.homes]
      .filter(([, home]) => this.rootOf(home) === post && !this.mergedInto.has(post))
      .map(([text]) => text)
  }
}

interface World extends Discussion {
  readonly posts: string[]
  readonly users: { session: string; userId: string }[]
}

async function act(
  { app, server, say, posts, users }: World,
  model: Model,
  { kind, who, where, to }: Deed,
): Promise<void> {
  const [post, user] = [posts[where] ?? '', users[who]]
  const { session = '', userId = '' } = user ?? {}
  const merged = model.mergedInto.has(post)
  if (kind === 'vote' || kind === 'unvote') {
    const votes = kind === 'vote' || !model.mayWithdraw
    const { status } = await app(votes ? 'PUT' : 'DELETE', `/v1/posts/${post}/vote`, { session })
    expect(status).toBe(merged ? 409 : 204)
    if (!merged) model.marks(model.votes, post)[votes ? 'add' : 'delete'](userId)
  }
  if (kind === 'follow') {
    const { status } = await app('PUT', `/v1/posts/${post}/follow`, { session })
    expect(status).toBe(merged ? 409 : 204)
    if (!merged) model.marks(model.follows, post).add(userId)
  }
  if (kind === 'comment' || kind === 'answer') {
    const { body: thread } = await server('GET', `/v1/posts/${post}/comments?limit=100`)
    const first = thread.data.filter((comment: { parent_id: string | null }) => comment.parent_id === null)
    const parent = kind === 'answer' ? first[to % Math.max(1, first.length)] : undefined
    const text = `Text ${model.homes.size}`
    const { status } = await say({ body: text, ...(parent && { parent_id: parent.id }) }, session, post)
    expect(status).toBe(merged ? 409 : 201)
    if (merged) return
    model.homes.set(text, parent ? (model.homes.get(parent.body) ?? '') : post)
    model.marks(model.follows, post).add(userId)
  }
  if (kind === 'merge') {
    const target = posts[to % POSTS] ?? ''
    const { status } = await server('POST', `/v1/posts/${post}/merge`, { into_post_id: target })
    const expected = post === target ? 400 : merged || model.mergedInto.has(target) ? 409 : 200
    expect(status).toBe(expected)
    if (status === 200) model.mergedInto.set(post, target)
  }
  if (kind === 'unmerge') await unmerge({ server }, model, post)
}

async function unmerge({ server }: Pick<World, 'server'>, model: Model, post: string): Promise<void> {
  const { status } = await server('POST', `/v1/posts/${post}/unmerge`)
  const target = model.mergedInto.get(post)
  expect(status).toBe(target === undefined ? 404 : model.mergedInto.has(target) ? 409 : 200)
  if (status === 200) model.mergedInto.delete(post)
}

async function rowsOf({ service, project }: World, table: 'votes' | 'follows', post: string): Promise<string[]> {
  const { sql } = service.database
  const rows =
    table === 'votes'
      ? await sql<
          { user_id: string }[]
        >`select user_id from votes where project_id = ${project.id} and post_id = ${post}`
      : await sql<
          { user_id: string }[]
        >`select user_id from follows where project_id = ${project.id} and post_id = ${post}`
  return rows.map(({ user_id }) => user_id).toSorted()
}

/** True at any moment: numbers equal rows, no user is counted twice, and a discussion moves with its post. */
async function checkNumbers(world: World, model: Model): Promise<void> {
  for (const post of world.posts) {
    const { body } = await world.server('GET', `/v1/posts/${post}`)
    const voters = await rowsOf(world, 'votes', post)
    expect([body.vote_count, body.merged_into_id]).toEqual([voters.length, model.mergedInto.get(post) ?? null])
    const texts = await world.texts(undefined, post)
    expect(texts.toSorted()).toEqual(model.textsOf(post).toSorted())
    expect(body.comment_count).toBe(texts.length)
    if (model.mergedInto.has(post) || model.mayWithdraw) continue // what was withdrawn from a merged post is still in its parts
    expect(voters).toEqual(model.together(model.votes, post))
    expect(await rowsOf(world, 'follows', post)).toEqual(model.together(model.follows, post))
  }
}

async function undoAll(world: World, model: Model): Promise<void> {
  while (model.mergedInto.size > 0) {
    const last = [...model.mergedInto].filter(([, target]) => !model.mergedInto.has(target))
    for (const [post] of last) await unmerge(world, model, post)
  }
}

// Guarantees that unmerging gives every post its own votes, follows and comments again, whatever happened in between.
test('posts that were merged and unmerged in any order end with what people gave to each', async () => {
  const discussion = await startDiscussion()
  const users = await inParallel(USERS, (n) => discussion.signIn({ sub: `user-${n}` }))
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(deed, { minLength: 10, maxLength: 30 }), async (mayWithdraw, deeds) => {
      const world: World = { ...discussion, users, posts: await inParallel(POSTS, () => discussion.newPost()) }
      const model = new Model(mayWithdraw)
      for (const one of deeds) await act(world, model, one)
      await checkNumbers(world, model)
      await undoAll(world, model)
      await checkNumbers(world, model)
      for (const post of world.posts) {
        expect(await rowsOf(world, 'votes', post)).toEqual([...model.marks(model.votes, post)].toSorted())
        expect(await rowsOf(world, 'follows', post)).toEqual([...model.marks(model.follows, post)].toSorted())
      }
    }),
    { numRuns: effort(5) },
  )
})
