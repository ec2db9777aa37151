import type { Database } from '../../src/foundation/storage/index.ts'

/* What the numbers must be, counted from scratch and without SQL that counts. */

export interface PostNumbers {
  readonly post: string
  readonly voters: number
  readonly accounts: number
  readonly value: number
  readonly valueAtVote: number
  readonly squares: number
  readonly products: number
}

interface Vote {
  post_id: string
  user_id: string
  created_at: Date
  account: string | null
  account_value: string | null
}

export interface Names {
  readonly id: string
  readonly account: string | undefined
  readonly value: string | undefined
}

/** The people and the time of a view. */
export interface Narrow {
  readonly base: 'seen' | 'active'
  readonly from: Date
  readonly to: Date
}

interface Person {
  id: string
  traits: Record<string, unknown>
  created_at: Date
  last_seen_at: Date
}

/** Who took part between two times. */
async function active({ sql }: Pick<Database, 'sql'>, id: string, { from, to }: Narrow): Promise<ReadonlySet<string>> {
  const rows = await sql<{ who: string; at: Date }[]>`
    select user_id as who, created_at as at from votes where project_id = ${id} union all
    select author_id, created_at from posts where project_id = ${id} union all
    select author_id, created_at from comments where project_id = ${id}`
  return new Set(rows.filter(({ at }) => at >= from && at < to).map(({ who }) => who))
}

/** The people of a view. Without one: everybody. */
export async function baseOf(database: Pick<Database, 'sql'>, { id }: Names, narrow?: Narrow): Promise<Person[]> {
  const users = await database.sql<Person[]>`
    select id, traits, created_at, last_seen_at from users where project_id = ${id} and state = 'active'`
  if (!narrow) return users
  const { base, from, to } = narrow
  if (base === 'seen') return users.filter((user) => user.created_at < to && user.last_seen_at >= from)
  const tookPart = await active(database, id, narrow)
  return users.filter((user) => tookPart.has(user.id))
}

export async function recounted(
  database: Pick<Database, 'sql'>,
  project: Names,
  narrow?: Narrow,
): Promise<PostNumbers[]> {
  const { sql } = database
  const everybody = await baseOf(database, project)
  const users = await baseOf(database, project, narrow)
  const all = await sql<Vote[]>`
    select v.post_id, v.user_id, v.created_at, v.account, v.account_value from votes v
    join post_standings s on s.project_id = v.project_id and s.post_id = v.post_id
    where v.project_id = ${project.id} and s.is_listed order by v.created_at, v.user_id`
  const accountOf = new Map(users.map(({ id, traits }) => [id, accountIn(traits[project.account ?? ''])]))
  const people = Map.groupBy(users, ({ id }) => accountOf.get(id))
  const ofAccount = Map.groupBy(everybody, ({ traits }) => accountIn(traits[project.account ?? '']))
  const worth = (account: string) =>
    Math.max(0, ...(ofAccount.get(account) ?? []).map(({ traits }) => valueIn(traits[project.value ?? ''])))
  const votes = all.filter(({ created_at: at }) => !narrow || (at >= narrow.from && at < narrow.to))
  const counted = votes.filter(({ user_id }) => accountOf.has(user_id))
  return [...Map.groupBy(counted, ({ post_id }) => post_id)]
    .map(([post, votes]) => {
      const clusters = Map.groupBy(votes, ({ user_id }) => accountOf.get(user_id) ?? `person ${user_id}`)
      const sizes = [...clusters].map(([name, own]) => [own.length, people.get(name)?.length ?? 1] as const)
      const accounts = [...clusters.keys()].filter((name) => people.has(name))
      const known = votes.filter(({ account, account_value }) => account !== null && account_value !== null)
      const first = [...Map.groupBy(known, ({ account }) => account).values()].map(([one]) =>
        Number(one?.account_value),
      )
      return {
        post,
        voters: votes.length,
        accounts: accounts.length,
        value: sum(accounts.map(worth)),
        valueAtVote: sum(first),
        squares: sum(sizes.map(([own]) => own ** 2)),
        products: sum(sizes.map(([own, all]) => own * all)),
      }
    })
    .sort((one, other) => (one.post < other.post ? -1 : 1))
}

export async function kept({ sql }: Pick<Database, 'sql'>, projectId: string, view = ''): Promise<PostNumbers[]> {
  return sql<PostNumbers[]>`
    select post_id as post, voters, accounts, value::float8 as value, value_at_vote::float8 as "valueAtVote", squares, products
    from post_insights where project_id = ${projectId} and view = ${view} order by post_id collate "C"`
}

function accountIn(trait: unknown): string | undefined {
  const name = typeof trait === 'number' ? String(trait) : trait // none has more than 15 digits here
  return typeof name === 'string' && name.length > 0 && name.length <= 200 ? name : undefined
}

function valueIn(trait: unknown): number {
  return typeof trait === 'number' && trait >= 0 && trait <= 1e12 ? Math.round(trait * 100) / 100 : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
