import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'

export interface BareDatabase {
  /** For statements that write, or take long. */
  readonly pool: pg.Pool
  /** A statement that reads a few rows by an index. What comes in one turn of the event loop leaves in one packet. */
  lookUp(statement: pg.QueryConfig): Promise<pg.QueryResult>
  close(): Promise<unknown>
}

/** What any handler can have, as many connections as the service has: ten in a pool, and two that all look-ups share, with one plan for all values. */
export async function openDatabase(): Promise<BareDatabase> {
  const connection = JSON.parse(process.env.CONNECTION ?? '') as pg.ClientConfig
  const lines = await Promise.all([openLine(connection), openLine(connection)])
  const pool = new pg.Pool({ ...connection, max: 10, pipeline: true })
  let turn = 0
  return {
    pool,
    lookUp: (statement) => {
      turn += 1
      return lines[turn % 2 === 0 ? 0 : 1].query(statement)
    },
    close: () => Promise.all([pool.end(), ...lines.map((line) => line.end())]),
  }
}

async function openLine(connection: pg.ClientConfig): Promise<{ query: BareDatabase['lookUp']; end(): Promise<void> }> {
  const socket = new Socket()
  const options = { options: '-c plan_cache_mode=force_generic_plan', pipeline: true, stream: () => socket }
  const client = new pg.Client({ ...connection, ...options })
  await client.connect()
  let isGathering = false
  return {
    end: () => client.end(),
    query: (statement) => {
      if (!isGathering) {
        isGathering = true
        socket.cork()
        setImmediate(() => {
          isGathering = false
          socket.uncork()
        })
      }
      return client.query(statement)
    },
  }
}

/** Serves until it is asked to stop. */
export async function serve(app: FastifyInstance, database: BareDatabase): Promise<void> {
  app.get('/ready', async () => ({}))
  process.on('SIGTERM', async () => {
    await app.close()
    await database.close()
  })
  await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
}
