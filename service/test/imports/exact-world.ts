import { expect } from 'vitest'
import { type Import, listImports, readNdjson, receiveImport, undoImport } from '../../src/domain/imports/index.ts'
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

/** Posts that the team wrote itself. */
export const OURS = ['Our idea', 'Our other idea']

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

/** A project and what it should hold. Every verb is done in both. */
export class World {
  readonly model = new Model()
  /** Imports that can be undone. */
  readonly done: Pick<Import, 'id' | 'number'>[] = []
  readonly own: TestProject
  #texts = 0

  constructor(own: TestProject) {
    this.own = own
  }

  static async begin(): Promise<World> {
    const world = new World(await startProject())
    for (const title of OURS) {
      await writePostForTeam(world.own.call(), { title, body: '' })
      world.model.addPost(title)
    }
    return world
  }

  async import(file: File): Promise<void> {
    const { id, number, state } = await importLines(this.own, linesOf(file), { source: file.source })
    expect(state).toBe('done')
    this.model.import(number, file)
    this.done.push({ id, number })
    await this.check()
  }

  /** The import at this place among those that were not undone. */
  async undo(place: number): Promise<void> {
    const [found] = this.done.splice(place, 1)
    if (!found) return
    await undoImport(this.own.call(), found.id)
    expect(await runToEnd(this.own, found.id)).toMatchObject({ state: 'undone' })
    this.model.undo(found.number)
    await this.check()
  }

  /** All that were not undone: each waits for the one before. */
  async undoTogether(): Promise<void> {
    const all = this.done.splice(0)
    for (const { id } of all) await undoImport(this.own.call(), id)
    for (const { id, number } of all) {
      expect(await runToEnd(this.own, id)).toMatchObject({ state: 'undone' })
      this.model.undo(number)
    }
    await this.check()
  }

  /** A file whose end never arrives. */
  async breakOff(source: File['source']): Promise<void> {
    const { own } = this
    async function* bytes() {
      yield Buffer.from('{"type":"post",')
      throw new Error('The connection broke')
    }
    const call = own.call()
    await expect(receiveImport(call, readNdjson(bytes(), call.now), { source })).rejects.toThrow()
    expect((await listImports(own.call(), { limit: 1, after: undefined })).items).toMatchObject([{ state: 'failed' }])
  }

  /** Nobody can sign in again within a minute after they were erased: their server vouches for them then. */
  async vouch(who: number, bySignIn = false): Promise<void> {
    const claims = { email: `p${who}@example.com`, email_verified: true }
    const wasErased = this.model.people.some((person) => person.who === who && person.isErased)
    if (bySignIn && !wasErased) await this.own.signIn({ sub: `s${who}`, ...claims })
    else await vouchForUser(this.own.call(), `s${who}`, claims)
    this.model.vouch(who)
  }

  async erase(person: Person): Promise<void> {
    await eraseUser(this.own.call(), await this.#userId(person))
    this.model.erase(person)
  }

  async vote(name: string, person: Person): Promise<void> {
    await castVoteFor(this.own.call(), await this.#postId(name), { userId: await this.#userId(person) })
    this.model.vote(name, person)
  }

  async withdraw(name: string, person: Person): Promise<void> {
    await withdrawVoteFor(this.own.call(), await this.#postId(name), { userId: await this.#userId(person) })
    this.model.withdraw(name, person)
  }

  async merge(from: string, into: string): Promise<void> {
    await mergePost(this.own.call(), await this.#postId(from), await this.#postId(into))
    this.model.merge(from, into)
  }

  async unmerge(name: string): Promise<void> {
    await unmergePost(this.own.call(), await this.#postId(name))
    this.model.unmerge(name)
  }

  async remove(name: string): Promise<void> {
    await deletePost(this.own.call(), await this.#postId(name))
    this.model.remove(name)
  }

  /** Answers the first comment there, if there is one. */
  async comment(name: string): Promise<void> {
    const { own, model } = this
    const parent = model.commentsAt(name).find(({ parent }) => parent === undefined)
    const text = `Said ${++this.#texts}`
    const rows = await own.service.database.sql<{ id: string }[]>`
      select id from comments where project_id = ${own.project.id} and body = ${parent?.text ?? ''}`
    const parentId = rows[0]?.id
    const draft = { body: text, ...(parentId !== undefined && { parentId }) }
    await writeCommentForTeam(own.call(), await this.#postId(name), draft)
    model.comment(text, name, parent)
  }

  /** Posts with voters and texts, and people, are as the model says; every number equals its rows; and nothing is left of what is gone. */
  async check(): Promise<void> {
    const { model } = this
    const addressOf = ({ who, isErased }: Person) => (isErased ? 'erased' : `p${who}@example.com`)
    const posts = [...model.posts.values()].map(({ name, mergedInto, isDeleted }) => ({
      title: name,
      merged_into: mergedInto ?? null,
      is_listed: model.isListed(name),
      is_deleted: isDeleted,
      voters: [...model.votersOf(name)].map(addressOf).toSorted(),
      texts: model
        .commentsAt(name)
        .map(({ text }) => text)
        .toSorted(),
    }))
    const people = model.people.map((person) => `${addressOf(person)} ${person.isImported ? 'imported' : 'known'}`)
    const held = await this.#rows()
    expect(held.posts).toEqual(posts.toSorted((one, two) => (one.title < two.title ? -1 : 1)))
    expect(held.people.map(({ person }) => person).toSorted()).toEqual(people.toSorted())
    expect(held.wrong).toEqual([])
    expect(held.left).toEqual({ votes: 0, follows: 0, records: 0 })
  }

  async followersOf(name: string): Promise<string[]> {
    const { service, project } = this.own
    const rows = await service.database.sql<{ email: string }[]>`
      select u.email from follows f join users u on u.project_id = f.project_id and u.id = f.user_id
      where f.project_id = ${project.id} and f.post_id = ${await this.#postId(name)} order by u.email collate "C"`
    return rows.map(({ email }) => email)
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
      sql<{ person: string }[]>`
        select coalesce(email, 'erased') || case when is_imported and state = 'active' then ' imported' else ' known' end as person
        from users where project_id = ${id}`,
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

  async #userId({ who }: Person): Promise<string> {
    const [row] = await this.own.service.database.sql<{ id: string }[]>`
      select id from users where project_id = ${this.own.project.id} and email = ${`p${who}@example.com`}`
    return row?.id ?? ''
  }
}

/** In half-lives, near the times of the test, so that no power overflows. */
const EPOCH = 2_850
