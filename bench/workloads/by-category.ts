import { getApart, type Load } from '../load.ts'
import { scaleSites } from '../scale.ts'
import type { Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

/** As ids are written: 26 letters and digits, none of which looks like another one. */
const SEEN = `cat_${'seen'.padStart(26, '0')}`
const HIDDEN = `cat_${'team'.padStart(26, '0')}`

/**
 * Lists of a million posts, of which every tenth is in a category of its own and every hundredth in one that only the team sees, against the list of the same
 * posts without categories. One database cannot have both at once: the list before and the list after are each compared, turn by turn, with a list that stays
 * as it is. The list of the category is compared with the list of all, turn by turn in one database. The slower of the two counts.
 */
export const listByCategoryAtScale: Workload = {
  name: 'list_by_category_at_scale',
  unit: 'requests/s',
  floor: 0.9,
  measure: async () => {
    const { large, small } = await scaleSites()
    const without = await compareThroughput(list(large), list(small))
    await sortIntoCategories(large)
    try {
      const all = await compareThroughput(list(large), list(small))
      const ofAll = all.ratio / without.ratio
      const one = await compareThroughput(list(large, `&category=${SEEN}`), list(large))
      const ofOne = one.ratio * ofAll
      process.stderr.write(`the list of all: ${ofAll.toFixed(2)}, of one category: ${ofOne.toFixed(2)}\n`)
      return { ours: (ofOne < ofAll ? one : all).ours, limit: without.ours, ratio: Math.min(ofAll, ofOne) }
    } finally {
      await leaveCategories(large)
    }
  },
}

function list({ origin, headers }: Site, filter = ''): Load {
  return getApart(origin, `/v1/posts?sort=top${filter}`, headers)
}

async function sortIntoCategories({ query, projectId }: Site): Promise<void> {
  await query(
    `insert into categories (project_id, id, name, slug, position, visible_to, posting, is_default, created_at)
     values ($1, 'cat_' || substr($1, 5), 'General', 'general', 1, 'everyone', 'users', true, now()),
       ($1, '${SEEN}', 'Seen', 'seen', 2, 'everyone', 'users', false, now()),
       ($1, '${HIDDEN}', 'Hidden', 'hidden', 3, 'team', 'team', false, now())`,
    [projectId],
  )
  await query(
    `update post_standings s set category_id = case when p.number % 100 = 5 then '${HIDDEN}' else '${SEEN}' end
     from posts p where p.project_id = s.project_id and p.id = s.post_id and s.project_id = $1 and p.number % 10 = 5`,
    [projectId],
  )
  await query('vacuum (analyze) post_standings')
}

async function leaveCategories({ query, projectId }: Site): Promise<void> {
  await query('update post_standings set category_id = null where project_id = $1 and category_id is not null', [
    projectId,
  ])
  await query('delete from categories where project_id = $1', [projectId])
  await query('vacuum (analyze) post_standings')
}
