import { rm } from 'node:fs/promises'
import pg from 'pg'
import { generate, type Size } from '../generator/generate.ts'
import { signIn } from '../generator/sessions.ts'
import { connectionOf, makeClient } from './client.ts'
import { type RunningServer, startBare, startOurs, temporaryDirectory } from './servers.ts'

/** A service with one project that has been used. */
export interface Site {
  readonly directory: string
  /** The process of the service. */
  readonly pid: number
  readonly origin: string
  readonly projectId: string
  readonly publishableKey: string
  /** The headers of an app. */
  readonly headers: Record<string, string>
  /** Posts that can be voted for. */
  readonly openPosts: readonly string[]
  /** Sessions of so many users who have not voted for anything. */
  signIn(users: number): Promise<string[]>
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

export interface SiteOptions {
  /** A directory that is filled once and kept; a temporary one, if absent. */
  readonly kept?: string | undefined
  readonly environment?: Record<string, string>
}

export async function openSite(size: Size, { kept, environment }: SiteOptions = {}): Promise<Site> {
  const directory = kept ?? (await temporaryDirectory())
  const remove = () => (kept ? undefined : rm(directory, { recursive: true, force: true }))
  try {
    await fill(directory, size)
  } catch (error) {
    await remove()
    throw error
  }
  const server = await startOurs(directory, environment)
  const client = new pg.Client(connectionOf(directory))
  await client.connect()
  const stop = async () => {
    await client.end()
    await server.stop()
    await remove()
  }
  try {
    return { ...(await siteOn(directory, server, client)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The service starts again afterwards, because the memory of its database follows the data that a start finds. */
async function fill(directory: string, size: Size): Promise<void> {
  const server = await startOurs(directory)
  const client = new pg.Client(connectionOf(directory))
  await client.connect()
  try {
    if ((await findProject(client)).rows.length > 0) return
    const { projectId } = await makeClient(directory, server.origin)
    await generate(client, projectId, size)
    await client.query('checkpoint')
  } finally {
    await client.end()
    await server.stop()
  }
}

const findProject = (client: pg.Client) =>
  client.query<{ id: string; publishable_key: string }>(`select id, publishable_key from projects where slug = 'bench'`)

async function siteOn(directory: string, { origin, child }: RunningServer, client: pg.Client) {
  const [project] = (await findProject(client)).rows
  if (!project) throw new Error('The project was not made')
  const { id: projectId, publishable_key: publishableKey } = project
  const { rows } = await client.query<{ post_id: string }>(
    `select s.post_id from post_standings s join statuses t on t.project_id = s.project_id and t.id = s.status_id
     where s.project_id = $1 and s.is_listed and t.category = 'open' order by md5(s.post_id) limit 200000`,
    [projectId],
  )
  return {
    directory,
    pid: child.pid ?? 0,
    origin,
    projectId,
    publishableKey,
    headers: { 'x-project-key': publishableKey },
    openPosts: rows.map(({ post_id }) => post_id),
    signIn: (users: number) => signIn(client, projectId, users),
    query: async <Row>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Row[],
  }
}

/** The bare side of the same project. */
export async function bareOf(site: Site): Promise<RunningServer> {
  return startBare('posts', {
    CONNECTION: JSON.stringify(connectionOf(site.directory)),
    PROJECT: site.projectId,
    PROJECT_NAME: 'Bench',
    BOARD_ORIGIN: `http://bench.localhost:${new URL(site.origin).port}`,
  })
}

/** A separate site for one measurement, and its bare side. */
export async function withSite<Result>(
  size: Size,
  work: (site: Site, bare: RunningServer) => Promise<Result>,
): Promise<Result> {
  const site = await openSite(size)
  try {
    const bare = await bareOf(site)
    return await work(site, bare).finally(bare.stop)
  } finally {
    await site.stop()
  }
}
