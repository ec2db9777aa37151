import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { onTransaction, type SystemCall } from '../../src/domain/call/index.ts'
import { findComments, listCommentsOf } from '../../src/domain/comments/index.ts'
import { listModeration } from '../../src/domain/moderation/index.ts'
import { listActivity } from '../../src/domain/posting/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { sqlOn } from '../../src/foundation/storage/sql.ts'
import { startDiscussion } from './discussion.ts'

const COMMENTS = 30_000

/** Many comments on many posts, some of them on one; written past the API, which would take minutes. */
async function startBusy() {
  const discussion = await startDiscussion()
  const { project, postId, signIn } = discussion
  const { userId } = await signIn()
  const client = new pg.Client(inject('connection')) // without the time limit of the service's own
  await client.connect()
  await client.query(
    `insert into posts (project_id, id, number, title, body, body_html, moderation_state, created_at, search)
     select $1, 'pst_' || lpad(n::text, 26, '0'), 1000 + n, 'Title', '', '', 'approved', now(), ''
     from generate_series(1, 2000) n`,
    [project.id],
  )
  await client.query(
    `insert into comments (project_id, id, post_id, author_id, body, body_html, moderation_state, is_internal, created_at)
     select $1, 'cmt_' || lpad(n::text, 26, '0'),
       case when n % 10 = 0 then $2 else 'pst_' || lpad((1 + n % 2000)::text, 26, '0') end,
       case when n % 50 = 0 then $3 end, '', '', 'approved', n % 97 = 0, now() - n * interval '1 second'
     from generate_series(1, ${COMMENTS}) n`,
    [project.id, postId, userId],
  )
  await client.query(
    `insert into moderation_items (project_id, subject_id, is_pending, opened_at, closed_at)
     select $1, 'cmt_' || lpad(n::text, 26, '0'), true, now() - n * interval '1 second', case when n % 20 > 0 then now() end
     from generate_series(1, ${COMMENTS}) n`,
    [project.id],
  )
  await client.query(
    `insert into events (project_id, id, type, at, actor_kind, subject_id, post_id)
     select $1, 'evt_' || lpad(n::text, 26, '0'), case when n % 3 = 0 then 'vote.cast' else 'comment.created' end, now(), 'system',
       'x', case when n % 10 = 0 then $2 else 'pst_' || lpad((1 + n % 2000)::text, 26, '0') end
     from generate_series(1, ${COMMENTS}) n`,
    [project.id, postId],
  )
  for (const table of ['comments', 'posts', 'moderation_items', 'events']) await client.query(`analyze ${table}`)
  await client.end()
  return { ...discussion, postId: postId as Id<'post'>, userId: userId as Id<'user'> } // as the API made them
}

/** How the first statement of a verb that reads `table` gets at it. */
async function planOf(call: SystemCall, table: string, read: (call: SystemCall) => Promise<unknown>) {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  try {
    const plans: string[] = []
    const sql = sqlOn(async ({ text }, values) => {
      const { rows } = await client.query(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return (await client.query(text, values)).rows
    })
    await read(onTransaction(call, sql))
    return plans.find((plan) => plan.includes(` on ${table}`)) ?? ''
  } finally {
    await client.end()
  }
}

// Guarantees that a page costs the same however many comments there are: it is read in the order of an index.
test('lists of comments, of the queue and of what happened are read in the order of an index', async () => {
  const { call, postId, userId } = await startBusy()
  const page = { limit: 20, after: undefined }
  const far = { limit: 20, after: { at: new Date(Date.now() - 30_000_000).toISOString(), id: 'cmt_' } }
  for (const place of [page, far]) {
    const lists = [
      ['comments_of_post', await planOf(call(), 'comments', (call) => listCommentsOf(call, postId, place))],
      ['comments_by_time', await planOf(call(), 'comments', (call) => findComments(call, {}, place))],
      ['comments_of_post', await planOf(call(), 'comments', (call) => findComments(call, { post: postId }, place))],
      ['comments_by_author', await planOf(call(), 'comments', (call) => findComments(call, { author: userId }, place))],
      ['moderation_items_open', await planOf(call(), 'moderation_items', (call) => listModeration(call, {}, place))],
    ] as const
    for (const [index, plan] of lists) {
      expect(plan).toMatch(new RegExp(`Index Scan (?:Backward )?using ${index} `))
      expect(plan).not.toMatch(/Sort|Seq Scan on (?:comments|posts|moderation_items)/)
    }
  }
  const plan = await planOf(call(), 'events', (call) => listActivity(call, postId, page))
  expect(plan).toMatch(/Index Scan Backward using events_of_post /)
  expect(plan).not.toMatch(/Sort/)
})
