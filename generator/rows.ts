import { field } from './copy.ts'
import { idAt, type Random } from './random.ts'
import { isListed, type Post, type Size, userOf } from './story.ts'
import type { Texts } from './texts.ts'

/** The data that all tables of one project share. */
export interface Board {
  readonly projectId: string
  readonly size: Size
  readonly now: number
  readonly random: Random
  readonly texts: Texts
  readonly posts: readonly Post[]
  readonly userIds: readonly string[]
  readonly statusIds: readonly string[]
  readonly tagIds: readonly string[]
  /** The sums of votes and comments, by the place of the post. */
  readonly weight: Float64Array
  readonly publicComments: Int32Array
  readonly lastTouched: Float64Array
}

const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1000
const GIVEN = 'Ada Grace Alan Edsger Barbara Donald Leslie Radia Ken Margaret Tim Hedy Linus Katherine Dennis'.split(
  ' ',
)
const FAMILY = 'Lovelace Hopper Turing Dijkstra Liskov Knuth Lamport Perlman Thompson Hamilton Lee Lamarr'.split(' ')

export const USER_COLUMNS =
  'project_id id sub email email_verified given_name family_name state name_choice custom_name name_locked created_at last_seen_at'.split(
    ' ',
  )

export function* userRows({ projectId, userIds, random, now }: Board) {
  for (const [place, id] of userIds.entries()) {
    const given = GIVEN[Math.floor(random() * GIVEN.length)]
    const family = FAMILY[Math.floor(random() * FAMILY.length)]
    const chance = random()
    const choice = chance < 0.7 ? 'default' : chance < 0.9 ? 'first_name' : 'custom'
    const custom = choice === 'custom' ? `${given} number ${place}` : undefined
    const seen = time(now - random() * 30 * 86_400_000)
    yield line(
      projectId,
      id,
      `member-${place}`,
      `member-${place}@example.com`,
      true,
      given,
      family,
      'active',
      choice,
      custom,
      true,
      time(now - 4 * 365 * 86_400_000),
      seen,
    )
  }
}

export const POST_COLUMNS =
  'project_id id number title body body_html author_id tag_ids is_pinned moderation_state created_at deleted_at reach lift search'.split(
    ' ',
  )

export function* postRows({ projectId, posts, userIds, tagIds, texts }: Board) {
  for (const [place, post] of posts.entries()) {
    const { title, body, bodyHtml, search } = texts.post()
    const tags = `{${post.tags.map((tag) => tagIds[tag]).join(',')}}`
    const author = post.author === undefined ? null : userIds[post.author]
    const state = post.isRejected ? 'rejected' : 'approved'
    const deletedAt = post.isDeleted ? time(post.createdAt) : null
    yield line(
      projectId,
      post.id,
      place + 1,
      title,
      body,
      bodyHtml,
      author,
      tags,
      place % 300_000 === 7,
      state,
      time(post.createdAt),
      deletedAt,
      Number(post.votes >= 16) + Number(post.votes >= 64),
      Math.round(10 * Math.log(1 + post.votes)),
      search,
    )
  }
}

export const VOTE_COLUMNS = ['project_id', 'post_id', 'user_id', 'created_at']

/** Most votes come soon. Each adds to the post's weight what it adds to its trend. */
export function* voteRows({ projectId, posts, userIds, size, now, random, weight }: Board) {
  for (const [place, post] of posts.entries()) {
    const age = now - post.createdAt
    let sum = 1
    for (let turn = 0; turn < post.votes; turn += 1) {
      const later = turn === 0 ? 0 : Math.floor(age * random() ** 3)
      sum += 2 ** (later / HALF_LIFE_MS)
      yield line(projectId, post.id, userIds[userOf(post, turn, size.users)], time(post.createdAt + later))
    }
    weight[place] = sum
  }
}

export const COMMENT_COLUMNS =
  'project_id id post_id parent_id author_id body body_html is_official is_internal moderation_state created_at'.split(
    ' ',
  )

/** One in twenty is an official answer, one in a hundred an internal note, one in four answers another. */
export function* commentRows(board: Board) {
  const { projectId, posts, userIds, size, now, random, texts, publicComments, lastTouched } = board
  for (const [place, post] of posts.entries()) {
    let parent: string | undefined
    let at = post.createdAt
    for (let turn = 1; turn <= post.comments; turn += 1) {
      at += Math.floor((now - at) * random() * 0.1)
      const id = idAt('cmt', at, random)
      const chance = random()
      const isInternal = chance < 0.01
      const isTeam = chance < 0.06
      const answers = parent !== undefined && random() < 0.25 ? parent : undefined
      const author = isTeam ? null : userIds[userOf(post, turn, size.users)]
      const body = texts.remark()
      yield line(
        projectId,
        id,
        post.id,
        answers,
        author,
        body,
        texts.html(body),
        isTeam && !isInternal,
        isInternal,
        'approved',
        time(at),
      )
      if (!answers && !isInternal) parent = id
      if (isInternal) continue
      publicComments[place] = (publicComments[place] ?? 0) + 1
      lastTouched[place] = at
    }
  }
}

export const STANDING_COLUMNS =
  'project_id post_id status_id is_listed vote_count comment_count trend created_at updated_at'.split(' ')

export function* standingRows({ projectId, posts, statusIds, weight, publicComments, lastTouched }: Board) {
  for (const [place, post] of posts.entries()) {
    const trend = post.createdAt / HALF_LIFE_MS + Math.log2(weight[place] ?? 1)
    const updatedAt = time(Math.max(post.createdAt, lastTouched[place] ?? 0))
    yield line(
      projectId,
      post.id,
      statusIds[post.category],
      isListed(post),
      post.votes,
      publicComments[place] ?? 0,
      trend,
      time(post.createdAt),
      updatedAt,
    )
  }
}

/** Authors follow what they wrote, and commenters what they commented on. */
export function* followRows({ projectId, posts, userIds, size }: Board) {
  for (const post of posts) {
    const from = post.author === undefined ? 1 : 0
    for (let turn = from; turn <= post.comments; turn += 1) {
      yield line(projectId, post.id, userIds[userOf(post, turn, size.users)], time(post.createdAt))
    }
  }
}

export const EVENT_COLUMNS = 'project_id id type at actor_kind actor_id subject_id post_id data'.split(' ')

export function* eventRows({ projectId, posts, userIds, random }: Board) {
  for (const [place, post] of posts.entries()) {
    const author = post.author === undefined ? null : userIds[post.author]
    yield line(
      projectId,
      idAt('evt', post.createdAt, random),
      'post.created',
      time(post.createdAt),
      author ? 'user' : 'system',
      author,
      post.id,
      post.id,
      `{"number": ${place + 1}}`,
    )
  }
}

function line(...values: (string | number | boolean | null | undefined)[]): string {
  return values.map(field).join('\t')
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}
