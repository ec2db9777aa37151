import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemCall } from '../service/src/domain/call/index.ts'
import { createProject } from '../service/src/domain/projects/index.ts'
import { openStorage } from '../service/src/foundation/storage/index.ts'
import { copyInto } from './copy.ts'
import { dropIndexes, rebuildIndexes } from './indexes.ts'
import { idAt, randomFrom } from './random.ts'
import * as rows from './rows.ts'
import { CATEGORIES, planPosts, type Size, sizeFor, TAGS } from './story.ts'
import { openTexts } from './texts.ts'
import { PRODUCT_WORDS } from './vocabulary.ts'

export { type Size, sizeFor } from './story.ts'

/** Making a project needs addresses; nothing here uses them. */
const PLACES = { apiOrigin: 'http://localhost:4000', boardOrigin: 'http://{slug}.localhost:4000' }

const TABLES = ['users', 'posts', 'post_standings', 'votes', 'comments', 'follows', 'events', 'search_words']

export interface GenerateOptions {
  /** Building indexes afterwards is faster for many rows, and holds the tables until it is done. */
  readonly rebuild?: boolean
  /** Without it the planner uses outdated statistics. */
  readonly analyze?: boolean
  readonly onProgress?: (text: string) => void
  readonly seed?: number
}

/**
 * Fills a project that has no posts yet, as if it had been used for three years: counts equal rows, numbers have no gaps, and every time is after the
 * time of its cause. The same size and seed give the same texts and the same numbers.
 */
export async function generate(
  client: pg.Client,
  projectId: string,
  size: Size,
  { rebuild = true, analyze = true, onProgress = () => {}, seed = 1 }: GenerateOptions = {},
): Promise<void> {
  const board = await planBoard(client, projectId, size, seed)
  const dropped: Awaited<ReturnType<typeof dropIndexes>>[] = []
  await client.query('begin')
  try {
    // Each row refers only to rows that were copied before, so foreign keys need no check.
    await client.query(
      `select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`,
    )
    if (rebuild) dropped.push(await dropIndexes(client, TABLES))
    await copyTables(client, board, onProgress)
    await copyRest(client, board)
    for (const list of dropped) await rebuildIndexes(client, list, onProgress)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the first error is reported
    throw error
  }
  if (analyze)
    await runTimed('vacuum and analyze', onProgress, () => client.query(`vacuum (analyze) ${TABLES.join(', ')}`))
}

async function planBoard(client: pg.Client, projectId: string, size: Size, seed: number): Promise<rows.Board> {
  const random = randomFrom(seed)
  const now = Date.now()
  const { rows: statuses } = await client.query<{ id: string; category: string; language: string }>(
    `select s.id, s.category, p.language from statuses s join projects p on p.id = s.project_id
     where p.id = $1 order by s.position`,
    [projectId],
  )
  return {
    projectId,
    size,
    now,
    random,
    texts: await openTexts(client, statuses[0]?.language ?? 'english', size.words, random),
    posts: planPosts(size, now, random),
    userIds: Array.from({ length: size.users }, () => idAt('usr', now - 4 * 365 * 86_400_000, random)),
    statusIds: CATEGORIES.map((category) => statuses.find((status) => status.category === category)?.id ?? ''),
    tagIds: Array.from({ length: TAGS }, () => idAt('tag', now, random)),
    weight: new Float64Array(size.posts),
    publicComments: new Int32Array(size.posts),
    lastTouched: new Float64Array(size.posts),
  }
}

/** Votes and comments come before the standings, which are computed from them. */
async function copyTables(client: pg.Client, board: rows.Board, onProgress: (text: string) => void): Promise<void> {
  const parts = [
    ['users', rows.USER_COLUMNS, rows.userRows],
    ['posts', rows.POST_COLUMNS, rows.postRows],
    ['votes', rows.VOTE_COLUMNS, rows.voteRows],
    ['comments', rows.COMMENT_COLUMNS, rows.commentRows],
    ['post_standings', rows.STANDING_COLUMNS, rows.standingRows],
    ['follows', rows.VOTE_COLUMNS, rows.followRows],
    ['events', rows.EVENT_COLUMNS, rows.eventRows],
  ] as const
  for (const [table, columns, rowsOf] of parts) {
    const copy = table === 'votes' ? copyInOrder : copyInto
    await runTimed(`copy ${table}`, onProgress, () => copy(client, table, columns, rowsOf(board)))
  }
}

/** A table of votes has them in the order of time, and some indexes depend on that. */
async function copyInOrder(...[client, table, columns, lines]: Parameters<typeof copyInto>): Promise<void> {
  await client.query(`create temp table coming (like ${table}) on commit drop`)
  await copyInto(client, 'coming', columns, lines)
  const list = columns.join(', ')
  await client.query(`insert into ${table} (${list}) select ${list} from coming order by created_at, post_id, user_id`)
}

async function copyRest(client: pg.Client, { projectId, posts, tagIds, texts }: rows.Board): Promise<void> {
  const words = [...texts.used].filter((word) => word.length >= 3)
  await copyInto(
    client,
    'search_words',
    ['project_id', 'word'],
    words.map((word) => `${projectId}\t${word}`),
  )
  const tags = tagIds.map(
    (id, place) => `${projectId}\t${id}\t${PRODUCT_WORDS[place]}\t#64748b\t${new Date().toISOString()}`,
  )
  await copyInto(client, 'tags', ['project_id', 'id', 'name', 'color', 'created_at'], tags)
  await copyInto(client, 'project_counters', ['project_id', 'last_number'], [`${projectId}\t${posts.length}`])
}

async function runTimed(name: string, onProgress: (text: string) => void, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  onProgress(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

if (import.meta.main) await main()

/** node bench/generate.ts --data-dir DIR [--posts N] [--votes N] [--comments N] [--users N] [--words N] [--slug S] */
async function main(): Promise<void> {
  const { dataDir, slug, size } = readWords()
  const say = (text: string) => process.stderr.write(`${text}\n`)
  const began = performance.now()
  const storage = await openStorage({
    databaseUrl: process.env.DATABASE_URL,
    dataDir,
    migrations: fileURLToPath(new URL('../service/migrations/', import.meta.url)),
    role: 'command',
    onProgress: say,
    onLostConnection: (error) => say(String(error)),
    onEvicted: (error) => say(String(error)),
  })
  const client = new pg.Client(storage.connection)
  try {
    const call = systemCall(storage, PLACES, storage.clock.now())
    const { project, secretKey } = await createProject(call, { name: 'Generated', slug })
    await client.connect()
    await generate(client, project.id, size, { onProgress: say })
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    say(`${size.posts} posts, ${size.votes} votes and ${size.comments} comments in ${seconds} s`)
    const keys = { project: project.id, publishable_key: project.publishableKey, secret_key: secretKey }
    process.stdout.write(`${JSON.stringify(keys)}\n`)
  } finally {
    await client.end()
    await storage.close()
  }
}

function readWords(): { dataDir: string; slug: string; size: Size } {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: './data' },
      slug: { type: 'string', default: 'generated' },
      posts: { type: 'string', default: '1000000' },
      votes: number,
      comments: number,
      users: number,
      words: number,
    },
  })
  const usual = sizeFor(Number(values.posts))
  const size = {
    posts: usual.posts,
    votes: Number(values.votes ?? usual.votes),
    comments: Number(values.comments ?? usual.comments),
    users: Number(values.users ?? usual.users),
    words: Number(values.words ?? usual.words),
  }
  return { dataDir: values['data-dir'], slug: values.slug, size }
}
