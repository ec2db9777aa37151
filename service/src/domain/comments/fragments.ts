import type { Part } from '../../foundation/storage/index.ts'
import { isTeam, type ProjectCall, viewerOf } from '../call/index.ts'
import type { Texts } from '../posts/index.ts'
import { authorColumns, authorsAsJson } from '../users/fragments.ts'

/** As much as a mail quotes, before its marks of formatting are taken out. */
const BEGINNING = 2_000

/** The columns of a comment, from comments c and its author u, if it has one. */
export function commentColumns(call: ProjectCall, texts: Texts = 'whole'): Part {
  const { sql } = call
  const mentions = sql`c.body_html like '%<bdi class="mention">%'`
  const beginning = sql`left(c.body, ${BEGINNING}) as body, case when ${mentions} then c.body_html else '' end as body_html`
  const text = texts === 'whole' ? sql`c.body, c.body_html` : beginning
  const mentioned = sql`array(
    select (regexp_matches(c.body_html, '<bdi class="mention">(usr_[0-9a-z]{26})</bdi>', 'g'))[1])`
  return sql`
    c.id, c.post_id, c.parent_id, ${text}, c.is_official, c.is_internal, c.moderation_state, c.created_at,
    c.edited_at, c.version, c.author_id, ${authorColumns(call)},
    case when ${mentions} then ${authorsAsJson(call, mentioned)} end as mentioned`
}

export function authorJoin({ sql }: ProjectCall): Part {
  return sql`left join users u on u.project_id = c.project_id and u.id = c.author_id`
}

/** Whether a comment is in the caller's lists: internal ones only for the team, waiting ones also for their author. */
export function isSeen(call: ProjectCall, of: 'comment' | 'reply'): Part {
  const { sql } = call
  const c = of === 'comment' ? sql`c` : sql`r`
  if (isTeam(call)) return sql`(${c}.deleted_at is null and ${c}.moderation_state <> 'rejected')`
  const viewer = viewerOf(call)
  const own = viewer ? sql`or (${c}.moderation_state = 'pending' and ${c}.author_id = ${viewer.id})` : sql``
  return sql`(${c}.deleted_at is null and not ${c}.is_internal and (${c}.moderation_state = 'approved' ${own}))`
}
