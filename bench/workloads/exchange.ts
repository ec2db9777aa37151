import pg from 'pg'
import { answerOf, assertSame } from '../answers.ts'
import { type Client, connectionOf, makeClient } from '../client.ts'
import type { Load } from '../load.ts'
import { startBare, startOurs, stopBoth, withDirectory } from '../servers.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

/** Distinct tokens, 32 at a time, against jose.jwtVerify and one transaction with the same rows and the sealed answer. */
export const exchange: Workload = {
  name: 'exchange',
  unit: 'exchanges/s',
  floor: 0.8,
  measure: () =>
    withDirectory(async (directory) => {
      const ours = await startOurs(directory)
      const client = await makeClient(directory, ours.origin)
      const bare = await startBare('exchange', {
        CONNECTION: JSON.stringify(connectionOf(directory)),
        PROJECT: client.projectId,
        AUDIENCE: ours.origin,
      })
      try {
        await assertSameExchange([ours, bare], client)
        return await compareThroughput(exchangeLoad(ours.origin, client), exchangeLoad(bare.origin, client))
      } finally {
        await stopBoth(ours, bare)
      }
    }),
}

/** In the place of values that are different each time there are their kinds. */
export function assertSameExchange(sides: readonly { readonly origin: string }[], client: Client): Promise<void> {
  return assertSame(
    sides,
    (origin) => {
      const [head = '', body = ''] = client.nextExchange(origin).split('\r\n\r\n')
      const lines = head.split('\r\n').slice(2) // the host is fetch's own
      const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
      return answerOf(`${origin}/v1/sessions/sso`, { method: 'POST', headers, body })
    },
    ({ body, ...answer }) => {
      const { user, ...rest } = body as { user: Record<string, unknown> } // as the API says
      const kinds = Object.entries(rest).map(([name, value]) => [name, typeof value])
      return { ...answer, kinds, user: { ...user, id: typeof user.id, created_at: typeof user.created_at } }
    },
  )
}

/** More than a turn can use up. */
const AHEAD = 4_000
const TOKENS = 2_000_000
const USERS = 1_000_000

/** The cost of an exchange with two million used tokens and a million users, against an empty database. */
export const exchangeAtScale: Workload = {
  name: 'exchange_at_scale',
  unit: 'exchanges/s',
  floor: 0.9,
  measure: () =>
    withDirectory((emptyDirectory) =>
      withDirectory(async (fullDirectory) => {
        const empty = await startOurs(emptyDirectory)
        const full = await startOurs(fullDirectory)
        try {
          const small = exchangeLoad(empty.origin, await makeClient(emptyDirectory, empty.origin))
          const client = await makeClient(fullDirectory, full.origin)
          await fill(fullDirectory, client.projectId)
          return await compareThroughput(exchangeLoad(full.origin, client), small)
        } finally {
          await Promise.all([empty.stop(), full.stop()])
        }
      }),
    ),
}

async function fill(directory: string, projectId: string): Promise<void> {
  const client = new pg.Client(connectionOf(directory))
  await client.connect()
  try {
    await client.query(
      `insert into users (project_id, id, sub, state, created_at, last_seen_at)
       select $1, 'usr_' || lpad(n::text, 26, '0'), 'filler-' || n, 'active', now(), now() from generate_series(1, $2::int) n`,
      [projectId, USERS],
    )
    await client.query(
      `insert into used_tokens (project_id, jti_hash, expires_at)
       select $1, sha256(convert_to(n::text, 'UTF8')), now() + interval '1 hour' from generate_series(1, $2::int) n`,
      [projectId, TOKENS],
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** A new token and a new key for every request; one user in four is new. */
function exchangeLoad(origin: string, client: Client): Load {
  return { origin, status: 201, prepare: () => client.prepare(AHEAD), next: () => client.nextExchange(origin) }
}
