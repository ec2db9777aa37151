import { expect, test } from 'vitest'
import { systemCall, systemCallIn } from '../../src/domain/call/index.ts'
import { inboxCounts, listUnanswered } from '../../src/domain/moderation/index.ts'
import { previewMerge } from '../../src/domain/posting/index.ts'
import { findHiddenPosts } from '../../src/domain/posts/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { generatedProject, ownDatabase } from '../plans/board.ts'
import { complaints, rowsRead } from '../plans/plan.ts'
import { recordOn } from '../plans/recorder.ts'

const SIZE = { posts: 20_000, votes: 60_000, comments: 40_000, users: 4_000, words: 5_000 }
const HIDDEN = 200
/** The newest five hundred, and what hangs on each of them. */
const LOOKED_THROUGH = 5_000
const PAGE = { limit: 20, after: undefined }

// Guarantees that what the console asks beyond the API costs the same however many posts there are.
test('the inbox, hidden posts and the preview of a merge are read by an index', async () => {
  const database = await ownDatabase()
  const { project } = await generatedProject(database, 'inbox', SIZE)
  await database.client.query(
    `with hidden as (
       update posts set moderation_state = 'rejected' where project_id = $1 and number % ${SIZE.posts / HIDDEN} = 0 returning project_id, id)
     update post_standings s set is_listed = false from hidden h where s.project_id = h.project_id and s.post_id = h.id`,
    [project.id],
  )
  for (const table of ['posts', 'post_standings']) await database.client.query(`vacuum analyze ${table}`)
  const recorder = await recordOn(database.storage)
  const places = { apiOrigin: 'http://localhost', boardOrigin: 'http://{slug}.localhost' }
  const call = systemCallIn(systemCall(recorder.database, places, new Date()), project)
  const [one, two] = (
    await database.client.query(
      'select post_id from votes where project_id = $1 group by 1 order by count(*) limit 2',
      [project.id],
    )
  ).rows.map(({ post_id }) => post_id as Id<'post'>)
  const reads: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ['new', LOOKED_THROUGH, () => listUnanswered(call, PAGE)],
    ['counts', LOOKED_THROUGH, () => inboxCounts(call)],
    ['rejected', HIDDEN * 5, () => findHiddenPosts(call, 'rejected', {}, PAGE)],
    ['merged', HIDDEN * 5, () => findHiddenPosts(call, 'merged', {}, PAGE)],
    ['merge', 500, () => previewMerge(call, [one ?? ''], two ?? '')],
  ]
  for (const [name, most, read] of reads) {
    recorder.taken()
    await read()
    const taken = recorder.taken()
    expect([name, taken.flatMap(({ plans }) => plans.flatMap((plan) => complaints(plan, most)))]).toEqual([name, []])
    const rows = taken.map(({ run }) => (run ? rowsRead(run) : 0))
    expect([name, Math.max(...rows) <= most, rows]).toEqual([name, true, rows])
  }
  await recorder.close()
  await database.close()
})
