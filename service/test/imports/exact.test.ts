import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undoImport } from '../../src/domain/imports/index.ts'
import {
  deletePost,
  mergePost,
  unmergePost,
  writeCommentForTeam,
  writePostForTeam,
} from '../../src/domain/posting/index.ts'
import { eraseUser } from '../../src/domain/privacy/index.ts'
import { vouchForUser } from '../../src/domain/users/index.ts'
import { castVoteFor, withdrawVoteFor } from '../../src/domain/votes/index.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { type File, Model, nameOf, type Person } from './exact-model.ts'
import { importLines, runToEnd } from './importing.ts'

const PEOPLE = 3
const POSTS = { a: 3, b: 2 } as const
const OWN = ['Idea of ours', 'Idea of theirs']
const NAMES = [
  ...OWN,
  ...(['a', 'b'] as const).flatMap((source) => Array.from({ length: POSTS[source] }, (_, n) => nameOf(source, n))),
]

const who = fc.nat({ max: PEOPLE - 1 })
const file = (source: 'a' | 'b') => {
  const post = fc.nat({ max: POSTS[source] - 1 })
  const one = fc.record({
    mergedInto: fc.option(post, { nil: undefined, freq: 2 }),
    author: fc.option(who, { nil: undefined }),
  })
  return fc.record({
    source: fc.constant(source),
    posts: fc.array(one, { minLength: POSTS[source], maxLength: POSTS[source] }),
    votes: fc.array(fc.tuple(post, who), { maxLength: 5 }),
    comments: fc.uniqueArray(fc.record({ id: fc.nat({ max: 3 }), post, author: who }), {
      maxLength: 2,
      selector: ({ id }) => id,
    }),
  })
}
const KINDS = [
  'import',
  'undo',
  'vote',
  'withdraw',
  'comment',
  'merge',
  'unmerge',
  'delete',
  'sign-in',
  'vouch',
  'erase',
] as const
const act = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('import', 'undo', 'vote', 'withdraw', 'merge') },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  ),
  who,
  one: fc.nat({ max: NAMES.length - 1 }),
  other: fc.nat({ max: NAMES.length - 1 }),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

function linesOf({ source, posts, votes, comments }: File) {
  const person = (who: number) => ({ external_id: `u${who}`, email: `p${who}@example.com` })
  return [
    ...posts.map(({ mergedInto, author }, place) => ({
      type: 'post',
      external_id: String(place),
      title: nameOf(source, place),
      created_at: '2024-03-01T09:00:00Z',
      ...(mergedInto !== undefined && mergedInto !== place && { merged_into: String(mergedInto) }),
      ...(author !== undefined && { author: person(author) }),
    })),
    ...votes.map(([post, who], place) => ({
      type: 'vote',
      post: String(post),
      user: person(who),
      created_at: `2024-03-0${2 + place}T09:00:00Z`,
    })),
    ...comments.map(({ id, post, author }) => ({
      type: 'comment',
      external_id: String(id),
      post: String(post),
      body: `Text ${source}${id}`,
      author: person(author),
      created_at: '2024-04-01T09:00:00Z',
    })),
  ]
}

/** A project, what it should hold, and its imports that can be undone. */
class World {
  readonly model = new Model()
  readonly own: TestProject
  readonly files: readonly File[]
  readonly done: { readonly id: Awaited<ReturnType<typeof importLines>>['id']; readonly number: number }[] = []
  #texts = 0
  #hasImports = false

  constructor(own: TestProject, files: readonly File[]) {
    this.own = own
    this.files = files
  }

  async begin(): Promise<void> {
    for (const title of OWN) {
      await writePostForTeam(this.own.call(), { title, body: '' })
      this.model.addPost(title)
    }
  }

  /** Does it where it makes sense, here and in the model. */
  async act({ kind, who, one, other }: Act): Promise<void> {
    const { own, model } = this
    const [name, target] = [NAMES[one] ?? '', NAMES[other] ?? '']
    const person = model.personNow(who)
    const call = own.call()
    if (kind === 'import') await this.#import(this.files[other % this.files.length])
    else if (kind === 'undo') await this.undo(other % Math.max(1, this.done.length))
    else if (kind === 'sign-in' || kind === 'vouch') {
      const claims = { email: `p${who}@example.com`, email_verified: true }
      if (kind === 'sign-in') await own.signIn({ sub: `s${who}`, ...claims })
      else await vouchForUser(call, `s${who}`, claims)
      model.vouch(who)
    } else if (kind === 'erase' && person) {
      await eraseUser(call, await this.#userId(who))
      model.erase(person)
    } else if (kind === 'unmerge') {
      const into = model.posts.get(name)?.mergedInto
      if (
        into === undefined ||
        model.posts.get(name)?.isDeleted ||
        (!model.isListed(into) && !model.posts.get(into)?.isDeleted)
      )
        return
      if (model.posts.get(into)?.mergedInto !== undefined) return
      await unmergePost(call, await this.#postId(name))
      model.unmerge(name)
    } else if (model.isListed(name)) await this.#actOn(name, target, kind, who, person)
  }

  async #actOn(
    name: string,
    target: string,
    kind: Act['kind'],
    who: number,
    person: Person | undefined,
  ): Promise<void> {
    const { own, model } = this
    const [call, id] = [own.call(), await this.#postId(name)]
    if (kind === 'vote' && person) {
      await castVoteFor(call, id, { userId: await this.#userId(who) })
      model.vote(name, person)
    }
    if (kind === 'withdraw' && person) {
      await withdrawVoteFor(call, id, { userId: await this.#userId(who) })
      model.withdraw(name, person, this.#hasImports)
    }
    if (kind === 'comment') await this.#comment(name, id)
    if (kind === 'merge' && name !== target && model.isListed(target)) {
      await mergePost(call, id, await this.#postId(target))
      model.merge(name, target)
    }
    const post = model.posts.get(name)
    if (kind === 'delete' && post) {
      await deletePost(call, id)
      post.isDeleted = true
    }
  }

  /** Answers an imported comment, if there is one. */
  async #comment(name: string, id: string): Promise<void> {
    const { own, model } = this
    const parent = [...model.comments.values()].find(
      ({ home, parent }) => parent === undefined && model.rootOf(home) === name,
    )
    const text = `Said ${++this.#texts}`
    const rows = await own.service.database.sql<{ id: string }[]>`
      select id from comments where project_id = ${own.project.id} and body = ${parent?.text ?? ''}`
    const parentId = rows[0]?.id
    await writeCommentForTeam(own.call(), id, { body: text, ...(parentId !== undefined && { parentId }) })
    const about = { home: parent?.home ?? name, parent: parent?.text }
    model.comments.set(text, { text, ...about, author: undefined, importId: undefined })
  }

  async #import(file: File | undefined): Promise<void> {
    if (!file) return
    const { id, number, state } = await importLines(this.own, linesOf(file), { source: file.source })
    expect(state).toBe('done')
    this.#hasImports = true
    this.model.import(number, file)
    this.done.push({ id, number })
  }

  async undo(place: number): Promise<void> {
    const [found] = this.done.splice(place, 1)
    if (!found) return
    await undoImport(this.own.call(), found.id)
    expect(await runToEnd(this.own, found.id)).toMatchObject({ state: 'undone' })
    this.model.undo(found.number)
  }

  /** Posts with voters and texts, and people; and that every number equals its rows. */
  async check(): Promise<void> {
    const { model } = this
    const addressOf = ({ who, isErased }: Person) => (isErased ? 'erased' : `p${who}@example.com`)
    const posts = [...model.posts.values()].map(({ name, mergedInto, isDeleted }) => ({
      title: name,
      merged_into: mergedInto ?? null,
      is_listed: model.isListed(name),
      is_deleted: isDeleted,
      voters: [...model.votersOf(name)].map(addressOf).toSorted(),
      texts: [...model.comments.values()]
        .filter(({ home }) => model.rootOf(home) === name)
        .map(({ text }) => text)
        .toSorted(),
    }))
    const people = model.people.map((person) => ({
      address: addressOf(person),
      is_imported: person.isImported,
    }))
    const held = await this.#rows()
    expect(held.posts).toEqual(posts.toSorted((one, two) => (one.title < two.title ? -1 : 1)))
    expect(held.people.map(({ address, is_imported }) => `${address} ${is_imported}`).toSorted()).toEqual(
      people.map(({ address, is_imported }) => `${address} ${is_imported}`).toSorted(),
    )
    expect(held.wrong).toEqual([])
    expect(held.left).toEqual({ votes: 0, follows: 0, records: 0 })
  }

  async #rows() {
    const { sql } = this.own.service.database
    const id = this.own.project.id
    const [posts, people, wrong, [left]] = await Promise.all([
      sql`
        select p.title, (select m.title from posts m where m.project_id = ${id} and m.id = p.merged_into_id) as merged_into, s.is_listed,
          p.deleted_at is not null as is_deleted,
          array(select coalesce(u.email, 'erased') from votes v join users u on u.project_id = ${id} and u.id = v.user_id
            where v.project_id = ${id} and v.post_id = p.id order by coalesce(u.email, 'erased') collate "C") as voters,
          array(select c.body from comments c where c.project_id = ${id} and c.post_id = p.id order by c.body collate "C") as texts
        from posts p join post_standings s on s.project_id = ${id} and s.post_id = p.id
        where p.project_id = ${id} order by p.title collate "C"`,
      sql<{ address: string; is_imported: boolean }[]>`
        select coalesce(email, 'erased') as address, is_imported and state = 'active' as is_imported from users where project_id = ${id}`,
      sql`
        select p.title, s.vote_count, n.votes, s.comment_count, n.comments, s.trend, n.trend as recounted
        from posts p join post_standings s on s.project_id = ${id} and s.post_id = p.id cross join lateral (
          select (select count(*) from votes v where v.project_id = ${id} and v.post_id = p.id) as votes,
            (select count(*) from comments c where c.project_id = ${id} and c.post_id = p.id) as comments,
            (select ln(sum(power(2::float8, t.at - ${EPOCH}::float8))) / ln(2::float8) + ${EPOCH}::float8 from (
              select extract(epoch from at)::float8 / 604800 as at from (
                select s.created_at as at union all
                select v.created_at from votes v where v.project_id = ${id} and v.post_id = p.id) as moments) as t) as trend) as n
        where p.project_id = ${id} and (s.vote_count <> n.votes or s.comment_count <> n.comments or abs(s.trend - n.trend) > 1e-6)`,
      sql`
        select (select count(*) from votes v where v.project_id = ${id} and not exists (
            select 1 from posts p where p.project_id = ${id} and p.id = v.post_id)) as votes,
          (select count(*) from follows f where f.project_id = ${id} and (not exists (
              select 1 from posts p where p.project_id = ${id} and p.id = f.post_id)
            or not exists (select 1 from users u where u.project_id = ${id} and u.id = f.user_id))) as follows,
          (select count(*) from import_records k where k.project_id = ${id} and not exists (select 1 from posts p where p.project_id = ${id} and p.id = k.target_id)
            and not exists (select 1 from users u where u.project_id = ${id} and u.id = k.target_id)
            and not exists (select 1 from comments c where c.project_id = ${id} and c.id = k.target_id)) as records`,
    ])
    return { posts, people, wrong, left }
  }

  async #postId(title: string): Promise<string> {
    const [row] = await this.own.service.database.sql<{ id: string }[]>`
      select id from posts where project_id = ${this.own.project.id} and title = ${title}`
    return row?.id ?? ''
  }

  async #userId(who: number): Promise<Person extends never ? never : `usr_${string}`> {
    const [row] = await this.own.service.database.sql<{ id: `usr_${string}` }[]>`
      select id from users where project_id = ${this.own.project.id} and email = ${`p${who}@example.com`}`
    return row?.id ?? 'usr_'
  }
}

/** In half-lives, near the times of the test, so that no power overflows. */
let runs = 0
const EPOCH = 2_850

// Guarantees that imports and undos in any order, with whatever people do between, leave exactly what the model says: nothing comes back that was withdrawn,
// unmerged or deleted, nothing of an undone import stays, nothing of anybody else goes, and all numbers equal their rows.
test('imports, undos and what people do between leave what everybody gave, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(file('a'), file('a'), file('b')),
      fc.array(act, { minLength: 6, maxLength: 14 }),
      async (files, acts) => {
        runs += 1
        const world = new World(await startProject(), files)
        await world.begin()
        await world.act({ kind: 'import', who: 0, one: 0, other: 0 })
        await world.check()
        for (const one of acts) {
          await world.act(one)
          await world.check()
        }
        while (world.done.length > 0) await world.undo(0)
        await world.check()
        await world.act({ kind: 'import', who: 0, one: 0, other: 0 })
        await world.check()
      },
    ),
    { numRuns: 100, interruptAfterTimeLimit: 30_000 },
  )
  console.log('runs', runs)
})
