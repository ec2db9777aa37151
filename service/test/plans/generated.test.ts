import { expect, onTestFinished, test } from 'vitest'
import { sizeFor } from '../../../generator/generate.ts'
import { HALF_LIFE_MS } from '../../src/domain/posts/index.ts'
import { renderMarkdown } from '../../src/foundation/markdown/index.ts'
import { generatedProject, ownDatabase } from './board.ts'

const SIZE = sizeFor(2_000)

// What is measured on generated data says something only if the service could have made it.
test('a generated project is one that the service could have made', async () => {
  const database = await ownDatabase()
  onTestFinished(database.close)
  const { project } = await generatedProject(database, 'generated', SIZE)
  const one = async (text: string) => (await database.client.query(text, [project.id])).rows[0]
  const none = async (text: string) => expect((await database.client.query(text, [project.id])).rows, text).toEqual([])

  expect(
    await one(`select (select count(*)::int from posts where project_id = $1) as posts,
      (select count(*)::int from votes where project_id = $1) as votes,
      (select count(*)::int from comments where project_id = $1) as comments,
      (select count(*)::int from users where project_id = $1) as users,
      (select last_number from project_counters where project_id = $1)`),
  ).toEqual({ posts: 2_000, votes: 20_000, comments: 4_000, users: SIZE.users, last_number: 2_000 })

  // Counts equal rows.
  await none(`select s.post_id from post_standings s where project_id = $1 and (
    vote_count <> (select count(*) from votes v where v.project_id = s.project_id and v.post_id = s.post_id)
    or comment_count <> (select count(*) from comments c where c.project_id = s.project_id and c.post_id = s.post_id
      and moderation_state = 'approved' and not is_internal and deleted_at is null))`)
  // Every post has one standing and a number of its own, without gaps.
  await none(`select 1 from posts p left join post_standings s on s.project_id = p.project_id and s.post_id = p.id
    where p.project_id = $1 and (s.post_id is null
      or s.is_listed <> (p.moderation_state = 'approved' and p.deleted_at is null and p.merged_into_id is null)
      or s.created_at <> p.created_at or s.updated_at < p.created_at)`)
  expect(
    await one('select min(number), max(number), count(distinct number)::int from posts where project_id = $1'),
  ).toEqual({ min: 1, max: 2_000, count: 2_000 })
  // Every referenced row exists, as foreign keys would have checked.
  await none(`select 1 from votes v where project_id = $1 and not exists (
    select 1 from users u where u.project_id = v.project_id and u.id = v.user_id)`)
  await none(`select 1 from comments c where project_id = $1 and parent_id is not null and not exists (
    select 1 from comments d where d.project_id = c.project_id and d.id = c.parent_id and d.post_id = c.post_id and d.parent_id is null)`)
  // Authors vote for what they wrote.
  await none(`select 1 from posts p where project_id = $1 and author_id is not null and not exists (
    select 1 from votes v where v.project_id = p.project_id and v.post_id = p.id and v.user_id = p.author_id)`)
  // The trend is what creation and votes add up to.
  await none(`select s.post_id from post_standings s where project_id = $1 and abs(trend - (
    select log(2, 1 + sum(power(2, extract(epoch from v.created_at - s.created_at) * 1000 / ${HALF_LIFE_MS})))
      + extract(epoch from s.created_at) * 1000 / ${HALF_LIFE_MS}
    from votes v where v.project_id = s.project_id and v.post_id = s.post_id)) > 1e-6`)
})

test('its texts are searched, shown and corrected as those that people write', async () => {
  const database = await ownDatabase()
  onTestFinished(database.close)
  const { project } = await generatedProject(database, 'texts', sizeFor(500))
  const { rows } = await database.client.query(
    `select title, body, body_html, length(title) between 3 and 140 as fits, search = setweight(to_tsvector('english', title), 'A')
       || setweight(to_tsvector('english', body), 'B') as is_searched,
       array(select lower(word) from regexp_split_to_table(title || ' ' || body, '[^[:alnum:]]+') as w (word)
         where length(word) >= 3 except select word from search_words w where w.project_id = p.project_id) as unknown
     from posts p where project_id = $1`,
    [project.id],
  )
  expect(rows.length).toBe(500)
  expect(rows.filter((row) => !row.is_searched || !row.fits || row.unknown.length > 0)).toEqual([])
  expect(rows.filter((row) => renderMarkdown(row.body) !== row.body_html)).toEqual([])
})
