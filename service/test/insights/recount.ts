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

export async function recounted({ sql }: Pick<Database, 'sql'>, project: Names): Promise<PostNumbers[]> {
  const users = await sql<{ id: string; traits: Record<string, unknown>; state: string }[]>`
    select id, traits, state from users where project_id = ${project.id} and state = 'active'`
  const votes = await sql<Vote[]>`
    select v.post_id, v.user_id, v.created_at, v.account, v.account_value from votes v
    join post_standings s on s.project_id = v.project_id and s.post_id = v.post_id
    where v.project_id = ${project.id} and s.is_listed order by v.created_at, v.user_id`
  const accountOf = new Map(users.map(({ id, traits }) => [id, accountIn(traits[project.account ?? ''])]))
  const people = Map.groupBy(users, ({ id }) => accountOf.get(id))
  const worth = (account: string) =>
    Math.max(0, ...(people.get(account) ?? []).map(({ traits }) => valueIn(traits[project.value ?? ''])))
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

export async function kept({ sql }: Pick<Database, 'sql'>, projectId: string): Promise<PostNumbers[]> {
  return sql<PostNumbers[]>`
    select post_id as post, voters, accounts, value::float8 as value, value_at_vote::float8 as "valueAtVote", squares, products
    from post_insights where project_id = ${projectId} and view = '' order by post_id collate "C"`
}

function accountIn(trait: unknown): string | undefined {
  const name = typeof trait === 'number' ? String(trait) : trait
  return typeof name === 'string' && name.length > 0 && name.length <= 200 ? name : undefined
}

function valueIn(trait: unknown): number {
  return typeof trait === 'number' && trait >= 0 && trait <= 1e12 ? Math.round(trait * 100) / 100 : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
