/* Made from the API's own description (docs/reference/openapi.json) by `npm run reference`. Do not edit. */

import type { Page } from '../../transport/src/api.ts'

export type { Page, Problem, ProblemCode } from '../../transport/src/api.ts'

/** Who wrote it, as everybody may see it. */
export interface Author {
  /** Null for the project’s team. */
  id: string | null
  display_name: string
  is_team: boolean
}

export interface StatusSummary {
  id: string
  name: string
  category: 'open' | 'planned' | 'in_progress' | 'done' | 'closed'
  color: string
}

export interface TagSummary {
  id: string
  name: string
  color: string
}

/** A post. */
export interface Post {
  id: string
  /** Counts from 1 in each project. */
  number: number
  title: string
  /** Markdown. */
  body: string
  /**
   * Safe HTML made from the body, at most eight times as long as it. Markdown that would grow further is shown as it
   * was typed. Aligned columns have the class align-left, align-center or align-right.
   */
  body_html: string
  author: Author
  status: StatusSummary
  tags: TagSummary[]
  vote_count: number
  /** Public comments. */
  comment_count: number
  /** Whether the signed-in user voted; null without a session. */
  has_voted: boolean | null
  /** Whether the signed-in user follows; null without a session. */
  is_following: boolean | null
  is_pinned: boolean
  comments_locked: boolean
  /** What is not approved is there for its author and for servers alone. */
  moderation_state: 'approved' | 'pending' | 'rejected'
  /** The post that this one was merged into. */
  merged_into_id: string | null
  /** Its page on the board. */
  url: string
  created_at: string
  /** The last edit, comment or change of status; votes do not count. */
  updated_at: string
  /** When its text was last changed. */
  edited_at: string | null
}

/** A post in short. */
export interface LinkedPost {
  id: string
  number: number
  title: string
  /** Its page on the board. */
  url: string
  status: StatusSummary
  vote_count: number
}

/** An entry of the changelog. */
export interface ChangelogEntry {
  id: string
  title: string
  /** Markdown. */
  body: string
  /**
   * Safe HTML made from the body, at most eight times as long as it. Markdown that would grow further is shown as it
   * was typed. Aligned columns have the class align-left, align-center or align-right.
   */
  body_html: string
  /** A scheduled entry is published from the second of its publish_at. */
  state: 'draft' | 'scheduled' | 'published'
  /** When it was or will be published; null for a draft. */
  publish_at: string | null
  /** The posts it is about. Public ones; for servers with changelog:write also those that are not. */
  posts: LinkedPost[]
  created_at: string
  updated_at: string
}

/** A comment. */
export interface Comment {
  id: string
  post_id: string
  /** The comment that it answers. Answers are not answered themselves. */
  parent_id: string | null
  /** Markdown. */
  body: string
  /**
   * Safe HTML made from the body, at most eight times as long as it. Markdown that would grow further is shown as it
   * was typed. Aligned columns have the class align-left, align-center or align-right.
   */
  body_html: string
  author: Author
  /** Whether it speaks for the project. */
  is_official: boolean
  /** For your team alone: true is never sent to an app. */
  is_internal: boolean
  /** What is pending is there for its author and for servers alone. */
  moderation_state: 'approved' | 'pending' | 'rejected'
  /** True where only its place is left, without text and author, because answers to it are still there. */
  is_deleted: boolean
  created_at: string
  /** When its text was last changed. */
  edited_at: string | null
}

/** Something to decide about. */
export interface ModerationItem {
  /** The id of the post or comment. */
  id: string
  kind: 'post' | 'comment'
  /** Whether it is hidden until somebody approves it. */
  is_pending: boolean
  /** Reports that nobody has decided about. */
  report_count: number
  /** The newest of them, at most five. */
  reports: {
    reason: string
    reported_at: string
    user: Author
  }[]
  post: Post
  /** Null where it is about the post itself. */
  comment: {
    id: string
    post_id: string
    /** The comment that it answers. Answers are not answered themselves. */
    parent_id: string | null
    /** Markdown. */
    body: string
    /**
     * Safe HTML made from the body, at most eight times as long as it. Markdown that would grow further is shown as it
     * was typed. Aligned columns have the class align-left, align-center or align-right.
     */
    body_html: string
    author: Author
    /** Whether it speaks for the project. */
    is_official: boolean
    /** For your team alone: true is never sent to an app. */
    is_internal: boolean
    /** What is pending is there for its author and for servers alone. */
    moderation_state: 'approved' | 'pending' | 'rejected'
    /** True where only its place is left, without text and author, because answers to it are still there. */
    is_deleted: boolean
    created_at: string
    /** When its text was last changed. */
    edited_at: string | null
  } | null
  opened_at: string
  /** When it was decided. */
  closed_at: string | null
}

/** The project. Some members are there for servers alone. */
export interface Project {
  /** The `iss` of sign-in tokens. */
  id: string
  name: string
  slug: string
  /** Whether every read needs a session. */
  is_private: boolean
  /** The canonical address of the board. */
  board_origin: string
  /** Where the board sends visitors who want to sign in. */
  sign_in_url: string | null
  /** The language in which posts are searched. */
  language:
    | 'arabic'
    | 'armenian'
    | 'basque'
    | 'catalan'
    | 'danish'
    | 'dutch'
    | 'english'
    | 'finnish'
    | 'french'
    | 'german'
    | 'greek'
    | 'hindi'
    | 'hungarian'
    | 'indonesian'
    | 'irish'
    | 'italian'
    | 'lithuanian'
    | 'nepali'
    | 'norwegian'
    | 'portuguese'
    | 'romanian'
    | 'russian'
    | 'serbian'
    | 'simple'
    | 'spanish'
    | 'swedish'
    | 'tamil'
    | 'turkish'
    | 'yiddish'
  /** Whether what users write waits for approval. */
  requires_approval: boolean
  /** The colour of the board, as #rrggbb. */
  accent_color: string
  created_at: string
  /** Servers: the board’s own domain. */
  domain?: string | null
  /** Servers: the origins whose pages may call the API. */
  allowed_origins?: string[]
  /** Servers: the traits that are kept. */
  allowed_traits?: string[]
  /** Servers: the key of your apps. */
  publishable_key?: string
  /** Servers: the last change. */
  updated_at?: string
}

/** What becomes of a post. */
export interface Status {
  id: string
  name: string
  /** What the service goes by: posts begin in open; in done and closed nobody can vote. */
  category: 'open' | 'planned' | 'in_progress' | 'done' | 'closed'
  /** As in CSS: #rrggbb. */
  color: string
  /** Statuses are shown in this order. */
  position: number
  /** Whether it is a column of the roadmap. */
  on_roadmap: boolean
  created_at: string
}

/** A word by which posts are sorted. */
export interface Tag {
  id: string
  name: string
  /** As in CSS: #rrggbb. */
  color: string
  created_at: string
}

/** The user. */
export interface User {
  id: string
  sub: string | null
  display_name: string
  email: string | null
  email_verified: boolean
  given_name: string | null
  family_name: string | null
  locale: string | null
  traits: Record<string, unknown>
  state: 'active' | 'banned' | 'erased'
  name_choice: 'default' | 'first_name' | 'custom'
  /** What the user can choose from. */
  name_choices: {
    choice: 'default' | 'first_name' | 'custom'
    /** How the user would appear. */
    preview: string | null
  }[]
  /** True once a post or comment of theirs is public. */
  name_locked: boolean
  notifications: {
    email: boolean
  }
  /** What was written down when they were banned. */
  ban_reason: string | null
  created_at: string
  last_seen_at: string
}

export interface UpdateProjectBody {
  /** 1 to 60 printable characters. */
  readonly name?: string | undefined
  /** A part of the board’s address; the old one ends. */
  readonly slug?: string | undefined
  readonly is_private?: boolean | undefined
  /** Null removes it. */
  readonly sign_in_url?: string | null | undefined
  /** Null removes it. */
  readonly domain?: string | null | undefined
  readonly allowed_origins?: readonly string[] | undefined
  readonly allowed_traits?: readonly string[] | undefined
  readonly language?:
    | 'arabic'
    | 'armenian'
    | 'basque'
    | 'catalan'
    | 'danish'
    | 'dutch'
    | 'english'
    | 'finnish'
    | 'french'
    | 'german'
    | 'greek'
    | 'hindi'
    | 'hungarian'
    | 'indonesian'
    | 'irish'
    | 'italian'
    | 'lithuanian'
    | 'nepali'
    | 'norwegian'
    | 'portuguese'
    | 'romanian'
    | 'russian'
    | 'serbian'
    | 'simple'
    | 'spanish'
    | 'swedish'
    | 'tamil'
    | 'turkish'
    | 'yiddish'
    | undefined
  readonly requires_approval?: boolean | undefined
  /** Of the board, as #rrggbb. Pages keep it readable. */
  readonly accent_color?: string | undefined
}

export interface ListPostsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
  /** top if absent. */
  readonly sort?: 'top' | 'new' | 'trending' | 'updated' | undefined
  readonly status?: string | undefined
  readonly status_category?: 'open' | 'planned' | 'in_progress' | 'done' | 'closed' | undefined
  readonly tag?: string | undefined
  /** Words to look for. */
  readonly q?: string | undefined
  readonly author?: string | undefined
  readonly created_after?: string | undefined
  readonly updated_after?: string | undefined
  readonly is_pinned?: boolean | undefined
}

export interface CreatePostBody {
  readonly title: string
  /** Markdown. */
  readonly body?: string | undefined
  /** Servers: its status. */
  readonly status_id?: string | undefined
  /** Servers: all of its tags. */
  readonly tag_ids?: readonly string[] | undefined
  /** Servers: whether the board shows it apart, above its lists. */
  readonly is_pinned?: boolean | undefined
  /** Servers: whether users can comment. */
  readonly comments_locked?: boolean | undefined
  /** Servers: the user who wrote it. Without one, your team did. */
  readonly user_id?: string | undefined
  /** Servers: the same by your own id of the user. */
  readonly sub?: string | undefined
  /** Servers: when it was written, for an import. */
  readonly created_at?: string | undefined
}

export interface FindSimilarPostsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
  readonly title: string
}

export interface EditPostBody {
  readonly title?: string | undefined
  /** Markdown. */
  readonly body?: string | undefined
  /** Servers: its status. */
  readonly status_id?: string | undefined
  /** Servers: all of its tags. */
  readonly tag_ids?: readonly string[] | undefined
  /** Servers: whether the board shows it apart, above its lists. */
  readonly is_pinned?: boolean | undefined
  /** Servers: whether users can comment. */
  readonly comments_locked?: boolean | undefined
}

export interface ListCommentsOfPostQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

export interface CreateCommentBody {
  /** Markdown. */
  readonly body: string
  /** The comment that it answers, itself no answer. */
  readonly parent_id?: string | undefined
  /** Servers: whether it speaks for the project. */
  readonly is_official?: boolean | undefined
  /** Servers: whether it is for your team alone. Answers to an internal comment are. */
  readonly is_internal?: boolean | undefined
  /** Servers: the user who wrote it. Without one, your team did. */
  readonly user_id?: string | undefined
  /** Servers: the same by your own id of the user. */
  readonly sub?: string | undefined
  /** Servers: when it was written, for an import. */
  readonly created_at?: string | undefined
}

export interface ListCommentsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
  readonly post?: string | undefined
  readonly author?: string | undefined
  readonly created_after?: string | undefined
}

export interface EditCommentBody {
  /** Markdown. */
  readonly body?: string | undefined
  /** Servers: whether it speaks for the project. */
  readonly is_official?: boolean | undefined
  /** Servers: whether it is for your team alone. Answers to an internal comment are. */
  readonly is_internal?: boolean | undefined
}

export interface ListStatusesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

export interface CreateStatusBody {
  /** Unlike any other of the project, upper and lower case aside. */
  readonly name: string
  readonly category: 'open' | 'planned' | 'in_progress' | 'done' | 'closed'
  /** As in CSS: #rrggbb. */
  readonly color: string
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
  /** Whether it is a column of the roadmap; false if absent. */
  readonly on_roadmap?: boolean | undefined
}

export interface EditStatusBody {
  /** Unlike any other of the project, upper and lower case aside. */
  readonly name?: string | undefined
  readonly category?: 'open' | 'planned' | 'in_progress' | 'done' | 'closed' | undefined
  /** As in CSS: #rrggbb. */
  readonly color?: string | undefined
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
  /** Whether it is a column of the roadmap; false if absent. */
  readonly on_roadmap?: boolean | undefined
}

export interface ListTagsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

export interface CreateTagBody {
  /** Unlike any other of the project, upper and lower case aside. */
  readonly name: string
  /** As in CSS: #rrggbb. */
  readonly color?: string | undefined
}

export interface EditTagBody {
  /** Unlike any other of the project, upper and lower case aside. */
  readonly name?: string | undefined
  /** As in CSS: #rrggbb. */
  readonly color?: string | undefined
}

export interface GetRoadmapQuery {
  /** Posts in a column at most; 20 if absent. */
  readonly limit?: number | undefined
}

export interface ListChangelogQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
  readonly published_after?: string | undefined
  /** Servers with changelog:write. */
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined
}

export interface CreateChangelogEntryBody {
  readonly title: string
  /** Markdown. */
  readonly body?: string | undefined
  /** All posts it is about, in this order. */
  readonly post_ids?: readonly string[] | undefined
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined
  /** For a scheduled entry a time to come. For a published one a time that has passed; now if absent. */
  readonly publish_at?: string | undefined
}

export interface EditChangelogEntryBody {
  readonly title?: string | undefined
  /** Markdown. */
  readonly body?: string | undefined
  /** All posts it is about, in this order. */
  readonly post_ids?: readonly string[] | undefined
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined
  /** For a scheduled entry a time to come. For a published one a time that has passed; now if absent. */
  readonly publish_at?: string | undefined
}

export interface ListVotersQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

/** Nothing has to be sent. */
export type CastVoteForBody = Record<string, never> | null

export interface ChangeStatusOfPostBody {
  readonly status_id: string
  /** Markdown. */
  readonly comment?: string | undefined
  /** Whether followers are told; true if absent. */
  readonly notify?: boolean | undefined
}

export interface MergePostBody {
  readonly into_post_id: string
}

/** Nothing has to be sent. */
export type UnmergePostBody = Record<string, never> | null

export interface ListActivityOfPostQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

export interface ListModerationItemsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
  readonly kind?: 'post' | 'comment' | undefined
  /** Why it is here; it can be both. */
  readonly reason?: 'pending' | 'reported' | undefined
}

/** Nothing has to be sent. */
export type ApproveModerationItemBody = Record<string, never> | null

/** Nothing has to be sent. */
export type RejectModerationItemBody = Record<string, never> | null

export interface ListSigningKeysQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

export interface AddSigningKeyBody {
  /** The public JWK. A private one is refused, and is burnt by having been sent. */
  readonly jwk: unknown
  /** Absent: the kid inside the JWK, or else its RFC 7638 thumbprint. */
  readonly kid?: string | undefined
}

export interface CheckTokenBody {
  readonly token: string
  readonly audience: 'app' | 'board'
  /** For the board: the state that it sent to your app. */
  readonly state?: string | undefined
}

export interface ListRejectedSignInsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

export interface ListUsersQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
  readonly state?: 'active' | 'banned' | 'erased' | undefined
}

export type BanUserBody = {
  /** For yourself; the user does not see it. */
  readonly reason?: string | undefined
} | null

/** Nothing has to be sent. */
export type UnbanUserBody = Record<string, never> | null

/** Nothing has to be sent. */
export type EraseUserBody = Record<string, never> | null

export interface ListAuditLogQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the page before, as it came. */
  readonly cursor?: string | undefined
}

/** Everything that a server can call with a secret key. */
export interface Operations {
  /** Read the project. What an app needs to know of its project; for a server all settings. */
  'GET /project': {
    answer: Project
  }
  /**
   * Change the settings of the project. Changes what is named and leaves the rest; lists are replaced as a whole. A
   * change is in force everywhere within a second. After a change of language, posts are found by its words at once, or
   * within minutes where there are many.
   */
  'PATCH /project': {
    body: UpdateProjectBody
    answer: Project
  }
  /**
   * List and search posts. Public posts. With `q` and without `sort` the hundred that answer best, the best first;
   * otherwise all that fit, in the order asked for. A list goes on as it began: posts that others write and votes that
   * others cast while you page neither repeat nor hide a post.
   */
  'GET /posts': {
    query?: ListPostsQuery | undefined
    answer: Page<Post>
  }
  /**
   * Write a post. Its author votes for it and follows it. Where the project asks for approval, a user’s post is pending
   * until somebody approves it; a server’s never is.
   */
  'POST /posts': {
    body: CreatePostBody
    answer: Post
  }
  /**
   * Find posts like a title. For somebody who types a title: the posts that they may mean, also while the last word is
   * unfinished.
   */
  'GET /posts/similar': {
    query: FindSimilarPostsQuery
    answer: Page<Post>
  }
  /** Read a post. A merged post names the one it was merged into. */
  'GET /posts/{id}': {
    path: { id: string }
    answer: Post
  }
  /**
   * Change a post. Users change their own post while nobody else has voted or commented. What a post said before is
   * kept. With If-Match only the version that was read is changed.
   */
  'PATCH /posts/{id}': {
    path: { id: string }
    body: EditPostBody
    answer: Post
  }
  /** Delete a post. Users delete their own post while nobody else has voted or commented. */
  'DELETE /posts/{id}': {
    path: { id: string }
    answer: undefined
  }
  /**
   * List the comments of a post. The oldest first, answers among them. Apps see what is public, and a signed-in user
   * also what of theirs waits for approval; servers see that of everybody, and internal comments. A comment that is
   * gone while answers to it are left is shown with `is_deleted`, without text and author.
   */
  'GET /posts/{id}/comments': {
    path: { id: string }
    query?: ListCommentsOfPostQuery | undefined
    answer: Page<Comment>
  }
  /**
   * Comment on a post. Whoever comments follows the post. Where the project asks for approval, a user’s comment is
   * pending until somebody approves it; a server’s never is. Servers comment on locked posts too.
   */
  'POST /posts/{id}/comments': {
    path: { id: string }
    body: CreateCommentBody
    answer: Comment
  }
  /**
   * List the comments of all posts. The newest first. Who sees what is as in the comments of a post; what is deleted is
   * left out.
   */
  'GET /comments': {
    query?: ListCommentsQuery | undefined
    answer: Page<Comment>
  }
  /** Read a comment. */
  'GET /comments/{id}': {
    path: { id: string }
    answer: Comment
  }
  /**
   * Change a comment. Users change their own comment while the post is open. Where the project asks for approval, what
   * a user changed is pending again until somebody approves it. With If-Match only the version that was read is
   * changed.
   */
  'PATCH /comments/{id}': {
    path: { id: string }
    body: EditCommentBody
    answer: Comment
  }
  /** Delete a comment. Users delete their own. While answers to it are left, its place stays. */
  'DELETE /comments/{id}': {
    path: { id: string }
    answer: undefined
  }
  /** List the statuses. The statuses that posts of the project can have, by position. A project has at most 50. */
  'GET /statuses': {
    query?: ListStatusesQuery | undefined
    answer: Page<Status>
  }
  /** Add a status. Without a position it comes last. New posts begin in the first status of the category open. */
  'POST /statuses': {
    body: CreateStatusBody
    answer: Status
  }
  /** Read a status. */
  'GET /statuses/{id}': {
    path: { id: string }
    answer: Status
  }
  /**
   * Change a status. Its posts keep it, with the new name and category. At least one status stays in the category open.
   * With If-Match only the version that was read is changed.
   */
  'PATCH /statuses/{id}': {
    path: { id: string }
    body: EditStatusBody
    answer: Status
  }
  /** Delete a status. Only one that no post has, and never the last of the category open. */
  'DELETE /statuses/{id}': {
    path: { id: string }
    answer: undefined
  }
  /** List the tags. The tags that posts of the project can have, by name. A project has at most 200. */
  'GET /tags': {
    query?: ListTagsQuery | undefined
    answer: Page<Tag>
  }
  /** Add a tag. Without a color it is grey. */
  'POST /tags': {
    body: CreateTagBody
    answer: Tag
  }
  /** Read a tag. */
  'GET /tags/{id}': {
    path: { id: string }
    answer: Tag
  }
  /** Change a tag. With If-Match only the version that was read is changed. */
  'PATCH /tags/{id}': {
    path: { id: string }
    body: EditTagBody
    answer: Tag
  }
  /** Delete a tag. Posts that have it lose it. */
  'DELETE /tags/{id}': {
    path: { id: string }
    answer: undefined
  }
  /**
   * Read the roadmap. The statuses that are on the roadmap, by position, each with its public posts that have most
   * votes.
   */
  'GET /roadmap': {
    query?: GetRoadmapQuery | undefined
    answer: Page<{
      status: Status
      posts: Post[]
      /**
       * Send it as `cursor` to GET /posts with `sort=top` and the status’s id as `status` for more of this column; null
       * where there are no more.
       */
      next_cursor: string | null
    }>
  }
  /**
   * List the changelog. Published entries, the newest first. A server with changelog:write sees entries of all states,
   * the one made last first, and may ask for one state.
   */
  'GET /changelog': {
    query?: ListChangelogQuery | undefined
    answer: Page<ChangelogEntry>
  }
  /**
   * Write a changelog entry. A draft if no state is sent. A scheduled entry becomes public by itself at publish_at. An
   * entry of the past, as from an import, is published with the publish_at it had.
   */
  'POST /changelog': {
    body: CreateChangelogEntryBody
    answer: ChangelogEntry
  }
  /** Read a changelog entry. What is not published is there for servers with changelog:write alone. */
  'GET /changelog/{id}': {
    path: { id: string }
    answer: ChangelogEntry
  }
  /**
   * Change a changelog entry. Publishes, schedules, or takes back as a draft, too. However often an entry is published,
   * its publication is announced once. With If-Match only the version that was read is changed.
   */
  'PATCH /changelog/{id}': {
    path: { id: string }
    body: EditChangelogEntryBody
    answer: ChangelogEntry
  }
  /** Delete a changelog entry. */
  'DELETE /changelog/{id}': {
    path: { id: string }
    answer: undefined
  }
  /** List who voted for a post. */
  'GET /posts/{id}/votes': {
    path: { id: string }
    query?: ListVotersQuery | undefined
    answer: Page<{
      user: Author
      voted_at: string
    }>
  }
  /** Vote for somebody. For a user who said so elsewhere, such as in a talk with your support. */
  'PUT /posts/{id}/votes/{user_id}': {
    path: { id: string; user_id: string }
    body?: CastVoteForBody | undefined
    answer: undefined
  }
  /** Withdraw somebody’s vote. */
  'DELETE /posts/{id}/votes/{user_id}': {
    path: { id: string; user_id: string }
    answer: undefined
  }
  /**
   * Change the status of a post. With `comment` your team says why, in an official comment; also where the status stays
   * as it is.
   */
  'POST /posts/{id}/status': {
    path: { id: string }
    body: ChangeStatusOfPostBody
    answer: Post
  }
  /**
   * Merge a post into another one. Its votes, comments and followers go to the other post, each person once; the post
   * itself stays as a sign-post. Answers with the other post.
   */
  'POST /posts/{id}/merge': {
    path: { id: string }
    body: MergePostBody
    answer: Post
  }
  /**
   * Undo a merge. The post has its votes, comments and followers again; what came to the other post since the merge
   * stays there. Merges in a row are undone from the last one.
   */
  'POST /posts/{id}/unmerge': {
    path: { id: string }
    body?: UnmergePostBody | undefined
    answer: Post
  }
  /**
   * List what happened to a post. The newest first, with what the post said before each edit. Votes and follows are
   * left out.
   */
  'GET /posts/{id}/activity': {
    path: { id: string }
    query?: ListActivityOfPostQuery | undefined
    answer: Page<{
      id: string
      /** What happened, such as post.status_changed or comment.created. */
      type: string
      at: string
      /** Who did it. */
      actor: {
        kind: 'user' | 'secret_key' | 'operator' | 'system'
        id: string | null
        /** Of a user; of a secret key its name. */
        display_name: string | null
      }
      /** The post or comment it happened to. */
      subject_id: string
      /** More about it, by its type. */
      data: Record<string, unknown>
      /** What the post said before, where its text was changed. */
      previous: {
        title: string
        body: string
      } | null
    }>
  }
  /**
   * List what waits for a decision. Posts and comments that wait for approval or that somebody reported, the oldest
   * first.
   */
  'GET /moderation': {
    query?: ListModerationItemsQuery | undefined
    answer: Page<ModerationItem>
  }
  /**
   * Approve a post or comment. Publishes what was pending or rejected and settles the reports about it. Approving what
   * is approved changes nothing.
   */
  'POST /moderation/{id}/approve': {
    path: { id: string }
    body?: ApproveModerationItemBody | undefined
    answer: ModerationItem
  }
  /**
   * Reject a post or comment. Hides it, also where nobody had reported it, and settles the reports about it. It can be
   * approved again by its id.
   */
  'POST /moderation/{id}/reject': {
    path: { id: string }
    body?: RejectModerationItemBody | undefined
    answer: ModerationItem
  }
  /** List the signing keys. The newest first. A retiring key reads as revoked from the second its 24 hours are over. */
  'GET /signing_keys': {
    query?: ListSigningKeysQuery | undefined
    answer: Page<{
      kid: string
      jwk: {
        kty: string
        crv: string
        x: string
        y: string
      }
      status: 'active' | 'retiring' | 'revoked'
      created_at: string
      retired_at: string | null
      revoked_at: string | null
      /** To the minute. */
      last_used_at: string | null
    }>
  }
  /** Add a signing key. A public JWK of an ECDSA P-256 pair. At most two keys are active at a time. */
  'POST /signing_keys': {
    body: AddSigningKeyBody
    answer: {
      kid: string
      jwk: {
        kty: string
        crv: string
        x: string
        y: string
      }
      status: 'active' | 'retiring' | 'revoked'
      created_at: string
      retired_at: string | null
      revoked_at: string | null
      /** To the minute. */
      last_used_at: string | null
    }
  }
  /**
   * Explain a sign-in token. Runs every rule on a token without using it up, and says for each what was expected and
   * what was found.
   */
  'POST /signing_keys/check_token': {
    body: CheckTokenBody
    answer: {
      /** Whether the token would be accepted, if it has not been used. */
      accepted: boolean
      /** The code of the first rule that failed. */
      code: string | null
      rules: {
        rule: string
        passed: boolean
        expected: string
        found: string
      }[]
    }
  }
  /** Retire a signing key. It is accepted for 24 more hours. Add and deploy its successor first. */
  'POST /signing_keys/{kid}/retire': {
    path: { kid: string }
    answer: {
      kid: string
      jwk: {
        kty: string
        crv: string
        x: string
        y: string
      }
      status: 'active' | 'retiring' | 'revoked'
      created_at: string
      retired_at: string | null
      revoked_at: string | null
      /** To the minute. */
      last_used_at: string | null
    }
  }
  /** Revoke a signing key now. Nothing it signed is accepted any more, and its kid can never be used again. */
  'POST /signing_keys/{kid}/revoke': {
    path: { kid: string }
    answer: {
      kid: string
      jwk: {
        kty: string
        crv: string
        x: string
        y: string
      }
      status: 'active' | 'retiring' | 'revoked'
      created_at: string
      retired_at: string | null
      revoked_at: string | null
      /** To the minute. */
      last_used_at: string | null
    }
  }
  /**
   * List rejected sign-ins. The newest hundred refusals of sign-in tokens: when, why, and which key they named. Never a
   * token.
   */
  'GET /rejected_sign_ins': {
    query?: ListRejectedSignInsQuery | undefined
    answer: Page<{
      at: string
      code: string
      kid: string | null
      audience: 'app' | 'board'
    }>
  }
  /** List the users. The newest first, also those who are banned or erased. */
  'GET /users': {
    query?: ListUsersQuery | undefined
    answer: Page<User>
  }
  /** Read a user. Of an erased user the id and two times are left. */
  'GET /users/{id}': {
    path: { id: string }
    answer: User
  }
  /**
   * Read a user by your own id. The `sub` of your sign-in tokens, byte for byte and percent-encoded, slashes included.
   */
  'GET /users/by_sub/{sub}': {
    path: { sub: string }
    answer: User
  }
  /** Ban a user. Ends all of the user’s sessions at once and refuses new ones until the ban is lifted. */
  'POST /users/{id}/ban': {
    path: { id: string }
    body?: BanUserBody | undefined
    answer: User
  }
  /** Lift a ban. The user can sign in again. Sessions that the ban ended stay ended. */
  'POST /users/{id}/unban': {
    path: { id: string }
    body?: UnbanUserBody | undefined
    answer: User
  }
  /**
   * Erase a user. Removes everything that says who the person is, all they wrote that is not public, and ends their
   * sessions. What is public stays, by a “deleted user”. It cannot be undone.
   */
  'POST /users/{id}/erase': {
    path: { id: string }
    body?: EraseUserBody | undefined
    answer: {
      id: string
      state: 'erased'
    }
  }
  /** End all sessions of a user. The user can sign in again at once. */
  'DELETE /users/{id}/sessions': {
    path: { id: string }
    answer: undefined
  }
  /**
   * Read the audit log. Everything that servers, operators and the command line did in the project, the newest first.
   */
  'GET /audit_log': {
    query?: ListAuditLogQuery | undefined
    answer: Page<{
      id: string
      at: string
      /** What was done, such as post.status_changed or user.banned. */
      action: string
      actor: {
        /** A server by its secret key, a person in the console, or the command line and the service itself. */
        kind: 'secret_key' | 'operator' | 'system'
        id: string | null
        /** What the secret key is called. */
        name: string | null
      }
      /** What it was done to. */
      subject_id: string
      /** Ids and words that belong to the action. */
      data: Record<string, unknown>
    }>
  }
}
