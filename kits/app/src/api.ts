/* Made from the API's own description (docs/reference/openapi.json) by `npm run reference`. Do not edit. */

import type { Form, Page } from '../../transport/src/api.ts'

export type { Form, Lines, Page, Problem, ProblemCode } from '../../transport/src/api.ts'

/** A part of the board. Every post is in one. */
export interface Category {
  /** The category’s id. */
  id: string
  /** Its name on the board. */
  name: string
  /** Its name in addresses: its page is `/categories/` with the slug. */
  slug: string
  /** What belongs here, as plain text. */
  description: string
  /** Categories are shown in this order. */
  position: number
  /**
   * Who sees its posts: `everyone`, `users` (who are signed in), `team` (servers and the console) or the id of a
   * segment, whose people see them. For everybody else they do not exist. Apps read `users` in the place of a segment.
   * Later versions may have other values.
   */
  visible_to: string
  /**
   * Who writes posts in it: `users`, `team` or the id of a segment. Apps read in its place `users` if the person
   * belongs to it, and `team` otherwise. Later versions may have other values.
   */
  posting: string
  /** Markdown that the form of a new post begins with. */
  template: string
  /** Whether posts are here unless somebody chose another category. */
  is_default: boolean
  /** When it was added. */
  created_at: string
}

/** The author, as everybody may see it. */
export interface Author {
  /** Null for the project’s team. */
  id: string | null
  /** The name that the board shows. */
  display_name: string
  /** Whether the project’s team wrote it. */
  is_team: boolean
}

/** The status of a post. */
export interface StatusSummary {
  /** The status’s id. */
  id: string
  /** Its name on the board. */
  name: string
  /** Decides how the service treats the post: in `done` and `closed` nobody can vote. */
  category: 'open' | 'planned' | 'in_progress' | 'done' | 'closed'
  /** As in CSS: `#rrggbb`. */
  color: string
}

/** A tag of a post. */
export interface TagSummary {
  /** The tag’s id. */
  id: string
  /** Its name on the board. */
  name: string
  /** As in CSS: `#rrggbb`. */
  color: string
}

/** The category of a post. */
export interface CategorySummary {
  /** The category’s id. */
  id: string
  /** Its name on the board. */
  name: string
  /** Its name in addresses. */
  slug: string
}

/** A post. */
export interface Post {
  /** The post’s id. */
  id: string
  /** Counts from 1 in each project. */
  number: number
  /** One line of plain text. */
  title: string
  /** Markdown. */
  body: string
  /**
   * Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown as
   * plain text. Aligned columns have the class align-left, align-center or align-right.
   */
  body_html: string
  author: Author
  status: StatusSummary
  category: CategorySummary
  /** Its tags, by name. */
  tags: TagSummary[]
  /**
   * Values of the fields that the caller sees, by their keys: a text for `text`, `url` and `date`, a number for
   * `number`, true or false for `checkbox`, the value of an option for `select`, a list of them for `multi_select`. A
   * field without a value is missing.
   */
  fields: Record<string, unknown>
  /** How many people voted for it, merged posts included. */
  vote_count: number
  /** Votes that were counted in another tool and imported without their voters. They are not part of `vote_count`. */
  imported_vote_count: number
  /** Public comments. */
  comment_count: number
  /** Whether the signed-in user voted; null without a session. */
  has_voted: boolean | null
  /** Whether the signed-in user follows; null without a session. */
  is_following: boolean | null
  /** Whether the board shows it separately, above its lists. */
  is_pinned: boolean
  /** Whether users can no longer comment. */
  comments_locked: boolean
  /** Only the author and servers see a post that is not approved. */
  moderation_state: 'approved' | 'pending' | 'rejected'
  /** The post that this one was merged into. */
  merged_into_id: string | null
  /** Its page on the board. */
  url: string
  /** When it was written. */
  created_at: string
  /** The last edit, comment or change of status; votes do not count. */
  updated_at: string
  /** When its text was last changed. */
  edited_at: string | null
}

/** A post in short. */
export interface LinkedPost {
  /** The post’s id. */
  id: string
  /** Counts from 1 in each project. */
  number: number
  /** One line of plain text. */
  title: string
  /** Its page on the board. */
  url: string
  status: StatusSummary
  /** How many people voted for it, merged posts included. */
  vote_count: number
}

/** An entry of the changelog. */
export interface ChangelogEntry {
  /** The entry’s id. */
  id: string
  /** One line of plain text. */
  title: string
  /** Markdown. */
  body: string
  /**
   * Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown as
   * plain text. Aligned columns have the class align-left, align-center or align-right.
   */
  body_html: string
  /** A scheduled entry is public from its publish_at on. */
  state: 'draft' | 'scheduled' | 'published'
  /** When it was or will be published; null for a draft. */
  publish_at: string | null
  /** The posts it is about: the public ones, and for servers with changelog:write all of them. */
  posts: LinkedPost[]
  /** When it was written. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

/** A comment. */
export interface Comment {
  /** The comment’s id. */
  id: string
  /** The post that it is about. */
  post_id: string
  /** The comment that it answers. An answer cannot have answers. */
  parent_id: string | null
  /** Markdown. `[@Ada L.](mention:usr_…)` mentions a person; it has the name that the person has now. */
  body: string
  /**
   * Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown as
   * plain text. Aligned columns have the class align-left, align-center or align-right; a mention is a `bdi` of the
   * class mention.
   */
  body_html: string
  author: Author
  /** Whether it speaks for the project. */
  is_official: boolean
  /** Whether only your team can see it. An app never gets such a comment. */
  is_internal: boolean
  /** Only the author and servers see a comment that is pending. */
  moderation_state: 'approved' | 'pending' | 'rejected'
  /** True if it was deleted while it has answers: it then has no text and no author. */
  is_deleted: boolean
  /** When it was written. */
  created_at: string
  /** When its text was last changed. */
  edited_at: string | null
}

/** The project. Only servers get some of the members. */
export interface Project {
  /** The `iss` of sign-in tokens. */
  id: string
  /** The project’s name. */
  name: string
  /** The project’s part of the board’s address. */
  slug: string
  /** Whether every read needs a session. */
  is_private: boolean
  /** The canonical address of the board. */
  board_origin: string
  /** The page to which the board sends visitors who want to sign in. */
  sign_in_url: string | null
  /**
   * The language of the board: posts are searched by its word forms, and pages use it for readers who ask for no
   * language that the board speaks.
   */
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
  /** Whether posts and comments of users wait for approval. */
  requires_approval: boolean
  /** The colour of the board, as #rrggbb. */
  accent_color: string
  /** Its logo, as WebP; with `?size=small` a smaller one. Null: it has none. */
  logo_url: string | null
  /** When the project was made. */
  created_at: string
}

/** What a project asks about its posts beside title and text. */
export interface Field {
  /** The field’s id. */
  id: string
  /** Its name in `fields` of a post and in filters. */
  key: string
  /** What forms and pages call it. */
  label: string
  /**
   * What its values are: `text`, `number`, `select`, `multi_select`, `checkbox`, `url` or `date`. It never changes.
   * Later versions may have other kinds.
   */
  kind: string
  /** What can be chosen, for `select` and `multi_select`; empty for other kinds. */
  options: {
    /** What posts have if it is chosen. It never changes. */
    value: string
    /** What forms and pages call it. */
    label: string
    /** Whether nobody can choose it any more. Posts that have it keep it. */
    is_removed: boolean
  }[]
  /** Whether users cannot write a post without it. Servers and the team can. */
  required: boolean
  /**
   * Who sees it and its values: `everyone`, or `team` (servers and the console). For everybody else it does not exist.
   * Later versions may have other values.
   */
  visible_to: string
  /** The categories whose posts have it; null: all. Apps read only those that the person sees. */
  categories: string[] | null
  /** Fields are shown in this order. */
  position: number
  /** When it was added. */
  created_at: string
}

/** A notification of the signed-in user. */
export interface Notification {
  /** The notification’s id. Ids sort by time. */
  id: string
  /**
   * What happened: `status_changed`; `answered`, by the team; `commented`; `replied`, to a comment of theirs; `merged`,
   * into another post; `approved` or `rejected`, a text of theirs; `changelog_published`, about a post they voted for.
   * More types may be added.
   */
  type:
    | 'status_changed'
    | 'answered'
    | 'commented'
    | 'replied'
    | 'merged'
    | 'approved'
    | 'rejected'
    | 'changelog_published'
  /** The post that it is about. */
  post: {
    /** The post’s id. */
    id: string
    /** Counts from 1 in each project. */
    number: number
    /** One line of plain text. */
    title: string
    status: StatusSummary
    /** Whether the signed-in user follows it. */
    is_following: boolean
    /** Its page on the board. */
    url: string
  }
  /** The comment that it is about, or that explains the status. */
  comment: {
    /** The comment’s id. */
    id: string
    /** The beginning of its text, in one line and without its marks. */
    excerpt: string
  } | null
  /** The changelog entry that it is about. */
  changelog_entry: {
    /** The entry’s id. */
    id: string
    /** One line of plain text. */
    title: string
  } | null
  actor: Author
  /** When it happened. */
  created_at: string
  /** When it was read; null if it was not. */
  read_at: string | null
}

/** The state of a post, such as planned or done. */
export interface Status {
  /** The status’s id. */
  id: string
  /** Its name on the board. */
  name: string
  /** Decides how the service treats posts: they start in open; in done and closed nobody can vote. */
  category: 'open' | 'planned' | 'in_progress' | 'done' | 'closed'
  /** As in CSS: #rrggbb. */
  color: string
  /** Statuses are shown in this order. */
  position: number
  /** Whether it is a column of the roadmap. */
  on_roadmap: boolean
  /** When it was added. */
  created_at: string
}

/** A label that groups posts. */
export interface Tag {
  /** The tag’s id. */
  id: string
  /** Its name on the board. */
  name: string
  /** As in CSS: #rrggbb. */
  color: string
  /** When it was added. */
  created_at: string
}

export interface ExchangeSignInTokenBody {
  /** The signed sign-in token (JWT). */
  readonly token: string
}

export interface ListPostsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** top if absent. */
  readonly sort?: 'top' | 'new' | 'trending' | 'updated' | undefined
  /** Only posts with this status. `GET /statuses` lists the ids. */
  readonly status?: string | undefined
  /** Only posts with a status of this category. */
  readonly status_category?: 'open' | 'planned' | 'in_progress' | 'done' | 'closed' | undefined
  /** Only posts in this category. `GET /categories` lists the ids. */
  readonly category?: string | undefined
  /** Only posts with this tag. */
  readonly tag?: string | undefined
  /** Words to look for. */
  readonly q?: string | undefined
  /** Only posts of this user. */
  readonly author?: string | undefined
  /** Only posts written after this. */
  readonly created_after?: string | undefined
  /** Only posts changed after this. */
  readonly updated_after?: string | undefined
  /** True: only pinned posts. False: only posts that are not pinned. */
  readonly is_pinned?: boolean | undefined
}

export interface CreatePostBody {
  /** One line of plain text. */
  readonly title: string
  /** Markdown. */
  readonly body?: string | undefined
  /**
   * Values of fields, by their keys. `GET /fields` lists the fields. A text for `text` and `url`, a number for
   * `number`, true or false for `checkbox`, a day such as `2026-11-17` for `date`, the value of an option for `select`,
   * a list of them for `multi_select`. Null removes a value. Fields that are not named keep their values.
   */
  readonly fields?: Record<string, unknown> | undefined
  /**
   * The category that it is written in. Without one: the default category, or the first one in which users may write.
   */
  readonly category_id?: string | undefined
}

export interface FindSimilarPostsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** What was typed so far. */
  readonly title: string
}

export interface ListChangesQuery {
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** How many seconds to wait if nothing has changed; 0 if absent. */
  readonly wait?: number | undefined
}

export interface EditPostBody {
  /** One line of plain text. */
  readonly title?: string | undefined
  /** Markdown. */
  readonly body?: string | undefined
  /**
   * Values of fields, by their keys. `GET /fields` lists the fields. A text for `text` and `url`, a number for
   * `number`, true or false for `checkbox`, a day such as `2026-11-17` for `date`, the value of an option for `select`,
   * a list of them for `multi_select`. Null removes a value. Fields that are not named keep their values.
   */
  readonly fields?: Record<string, unknown> | undefined
}

export interface ListCommentsOfPostQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateCommentBody {
  /** Markdown. */
  readonly body: string
  /** The comment that it answers. That comment must not be an answer itself. */
  readonly parent_id?: string | undefined
}

export interface ListCommentsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** Only comments of this post. */
  readonly post?: string | undefined
  /** Only comments of this user. */
  readonly author?: string | undefined
  /** Only comments written after this. */
  readonly created_after?: string | undefined
}

export interface EditCommentBody {
  /** Markdown. */
  readonly body?: string | undefined
}

export interface ListCategoriesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListFieldsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListStatusesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListTagsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface GetRoadmapQuery {
  /** Posts in a column at most; 20 if absent. */
  readonly limit?: number | undefined
}

export interface ListChangelogQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** Only entries published after this. */
  readonly published_after?: string | undefined
}

export interface PreviewTextBody {
  /** Markdown. */
  readonly body: string
  /** The post that the comment is about; absent for a post. */
  readonly post_id?: string | undefined
}

/** The body may be empty. */
export type CastVoteBody = Record<string, never> | null

/** The body may be empty. */
export type FollowPostBody = Record<string, never> | null

export interface CreateReportBody {
  /** Either this or comment_id. */
  readonly post_id?: string | undefined
  /** Either this or post_id. */
  readonly comment_id?: string | undefined
  /** Only the team sees it. */
  readonly reason: string
}

export interface UpdateMeBody {
  /**
   * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family name,
   * `custom` with a name they chose.
   */
  readonly name_choice?: 'default' | 'first_name' | 'custom' | undefined
  /** The own name of the choice "custom": 2 to 40 characters. Null removes it. */
  readonly custom_name?: string | null | undefined
  /** The notifications that the user wants. A choice stays when the project changes its defaults. */
  readonly notifications?:
    | {
        /** Whether the user also gets notifications by mail. */
        readonly email?: boolean | undefined
        /** How often mail comes: about each change, or one a day or a week. */
        readonly frequency?: 'instant' | 'daily' | 'weekly' | undefined
        /** Whether the user is told of new statuses, and of merged posts. */
        readonly status_changes?: boolean | undefined
        /** Whether the user is told of comments, answers of the team and replies. */
        readonly comments?: boolean | undefined
        /** Whether the user is told of changelog entries about posts they voted for. */
        readonly changelog?: boolean | undefined
      }
    | undefined
}

export interface ListMyPostsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListMyVotesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListMyFollowsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListMyNotificationsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ReadMyNotificationsBody {
  /** The newest one that the user has seen. */
  readonly up_to: string
}

/** The body may be empty. */
export type CreateBoardCodeBody = Record<string, never> | null

/** Everything that an app can call. */
export interface Operations {
  /**
   * Sign a user in. Exchanges the token that your backend signed for a session. Each token works once. If the token is
   * refused, the answer names the rule that failed.
   */
  'POST /sessions/sso': {
    body: ExchangeSignInTokenBody
    answer: {
      /** Starts with svc_ses_. Keep it in memory only. */
      session_token: string
      /** 24 hours from now; a session is never extended. */
      expires_at: string
      /** The signed-in user. */
      user: {
        /** The user’s id. */
        id: string
        /** How the user appears on the board. */
        display_name: string
        /**
         * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family
         * name, `custom` with a name they chose.
         */
        name_choice: 'default' | 'first_name' | 'custom'
        /** The names that the user can choose. */
        name_choices: {
          /**
           * How the user appears: `default` with no name, `first_name` with the first name and the initial of the
           * family name, `custom` with a name they chose.
           */
          choice: 'default' | 'first_name' | 'custom'
          /** How the user would appear. */
          preview: string | null
        }[]
        /** True once a post or comment of theirs is public. */
        name_locked: boolean
        /** The notifications that the user wants: what they chose, otherwise the defaults of the project. */
        notifications: {
          /** Whether the user also gets notifications by mail. */
          email: boolean
          /** How often mail comes: about each change, or one a day or a week. */
          frequency: 'instant' | 'daily' | 'weekly'
          /** Whether the user is told of new statuses, and of merged posts. */
          status_changes: boolean
          /** Whether the user is told of comments, answers of the team and replies. */
          comments: boolean
          /** Whether the user is told of changelog entries about posts they voted for. */
          changelog: boolean
        }
        /** The user’s language, from your tokens; null if they name none. */
        locale: string | null
        /** When the user was made: by their first sign-in, or by your server. */
        created_at: string
      }
    }
  }
  /** Read the project. What an app needs to know about its project. A server gets all settings. */
  'GET /project': {
    answer: Project
  }
  /**
   * List and search posts. Public posts. With `q` and without `sort`: up to forty of the best matches, the best first.
   * Otherwise: all matches, in the requested order. `field.<key>=<value>` finds only posts that have this value of the
   * field with this key: of a `multi_select`, one of its values; of a `checkbox`, `true` or `false`. Pages are
   * consistent: posts and votes that arrive while you page neither repeat nor hide a post. Without a session the answer
   * has an `ETag`: send it as `If-None-Match`, and while nothing has changed the answer is 304 without a body.
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
   * Find posts like a title. Suggests existing posts while somebody types a title, even if the last word is unfinished.
   */
  'GET /posts/similar': {
    query: FindSimilarPostsQuery
    answer: Page<Post>
  }
  /**
   * Follow what changes on the board. The posts whose votes, public comments or status changed since the cursor, each
   * once, as it is now. Without a cursor the answer is empty, and its `next_cursor` is the place to begin at. With
   * `wait`, an empty answer comes as soon as something may have changed, or when the time is over; ask again with the
   * same cursor then. Pause for a second or two between requests. What the caller may not see is not among them.
   */
  'GET /changes': {
    query?: ListChangesQuery | undefined
    answer: {
      /** The posts that changed. */
      data: {
        /** The post’s id. */
        id: string
        /** Its number on the board. */
        number: number
        /** How many votes it has now. */
        vote_count: number
        /** How many public comments it has now. */
        comment_count: number
        status: StatusSummary
        /** Whether it came to the board since the cursor. */
        is_new: boolean
      }[]
      /** Send it as `cursor` to go on from here. */
      next_cursor: string
      /** False if too much changed to list it: read your lists again, and go on from `next_cursor`. */
      is_complete: boolean
    }
  }
  /** Read a post. A merged post names the one it was merged into. */
  'GET /posts/{id}': {
    path: { id: string }
    answer: Post
  }
  /**
   * Change a post. Users can change their own post while nobody else has voted or commented. Earlier versions are kept.
   * With If-Match, the change is made only if that version is still current.
   */
  'PATCH /posts/{id}': {
    path: { id: string }
    body: EditPostBody
    answer: Post
  }
  /** Delete a post. Users can delete their own post while nobody else has voted or commented. */
  'DELETE /posts/{id}': {
    path: { id: string }
    answer: undefined
  }
  /**
   * List the comments of a post. The oldest first, answers included. Apps get public comments; a signed-in user also
   * gets their own that wait for approval. Servers also get all pending and internal comments. A deleted comment that
   * still has answers is shown with `is_deleted`, without text and author.
   */
  'GET /posts/{id}/comments': {
    path: { id: string }
    query?: ListCommentsOfPostQuery | undefined
    answer: Page<Comment>
  }
  /**
   * Comment on a post. The author of a comment follows the post. Where the project asks for approval, a user’s comment
   * is pending until somebody approves it; a server’s never is. Servers comment on locked posts too.
   */
  'POST /posts/{id}/comments': {
    path: { id: string }
    body: CreateCommentBody
    answer: Comment
  }
  /**
   * List who can be mentioned. The people whom a comment on this post can mention: the post’s author, the people who
   * commented last, at most 50, and the team. A signed-in user is not in their own list.
   */
  'GET /posts/{id}/people': {
    path: { id: string }
    answer: {
      /** The people, the latest first, and then the team. */
      data: {
        /** Null for the project’s team. */
        id: string | null
        /** The name that the board shows. */
        display_name: string
        /** Whether it is the project’s team. */
        is_team: boolean
        /** Whether they wrote the post. */
        is_author: boolean
        /**
         * How their latest comment on the post begins, as plain text: several people may have the same name. Null if
         * they wrote none.
         */
        said: string | null
        /** The Markdown that mentions them in a comment on this post. */
        markdown: string
      }[]
    }
  }
  /**
   * List the comments of all posts. The newest first. The same rules decide who sees which comment as in the comments
   * of a post. Deleted comments are left out.
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
   * Change a comment. Users can change their own comment while the post is open. Where the project asks for approval, a
   * changed comment is pending again until somebody approves it. With If-Match, the change is made only if that version
   * is still current.
   */
  'PATCH /comments/{id}': {
    path: { id: string }
    body: EditCommentBody
    answer: Comment
  }
  /** Delete a comment. Users can delete their own comments. A comment with answers stays as an empty place. */
  'DELETE /comments/{id}': {
    path: { id: string }
    answer: undefined
  }
  /**
   * List the categories. The categories that the caller sees, by position. A new project has one, General; a project
   * has at most 50.
   */
  'GET /categories': {
    query?: ListCategoriesQuery | undefined
    answer: Page<Category>
  }
  /** Read a category. */
  'GET /categories/{id}': {
    path: { id: string }
    answer: Category
  }
  /** List the fields. The fields that the caller sees, by position. A project has at most 30. */
  'GET /fields': {
    query?: ListFieldsQuery | undefined
    answer: Page<Field>
  }
  /** Read a field. */
  'GET /fields/{id}': {
    path: { id: string }
    answer: Field
  }
  /** List the statuses. The statuses that posts of the project can have, by position. A project has at most 50. */
  'GET /statuses': {
    query?: ListStatusesQuery | undefined
    answer: Page<Status>
  }
  /** Read a status. */
  'GET /statuses/{id}': {
    path: { id: string }
    answer: Status
  }
  /** List the tags. The tags that posts of the project can have, by name. A project has at most 200. */
  'GET /tags': {
    query?: ListTagsQuery | undefined
    answer: Page<Tag>
  }
  /** Read a tag. */
  'GET /tags/{id}': {
    path: { id: string }
    answer: Tag
  }
  /**
   * Read the roadmap. The statuses that are on the roadmap, by position, each with the public posts that have the most
   * votes.
   */
  'GET /roadmap': {
    query?: GetRoadmapQuery | undefined
    answer: Page<{
      status: Status
      /** Its public posts, the one with the most votes first. */
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
  /** Read a changelog entry. Only servers with changelog:write see entries that are not published. */
  'GET /changelog/{id}': {
    path: { id: string }
    answer: ChangelogEntry
  }
  /**
   * Send a picture. A form with one part, the file. The picture is decoded and encoded again as WebP; all other data of
   * the file, such as the place where it was taken, is dropped. Put its `markdown` into the body of a post or comment
   * within a day; a text shows at most five pictures, and each picture belongs to one text. A picture that no text
   * shows is removed after a day, and the pictures of a deleted or rejected text are no longer shown. A person may send
   * 60 pictures an hour.
   */
  'POST /files': {
    body: Form
    answer: {
      /** The picture’s id. */
      id: string
      /** Its address on the board, as WebP; with `?size=small` at most 1024 pixels a side. */
      url: string
      /** In pixels, as it is shown at `url`. */
      width: number
      /** In pixels, as it is shown at `url`. */
      height: number
      /**
       * The Markdown that shows it in a text. Describe the picture between the brackets, for people who cannot see it.
       */
      markdown: string
    }
  }
  /**
   * Show how a text will look. The HTML of a Markdown text before it is sent, with the pictures that the user sent and,
   * for a comment, with its mentions. Nothing is kept, so an `Idempotency-Key` changes nothing.
   */
  'POST /previews': {
    body: PreviewTextBody
    answer: {
      /** The `body_html` that the post or comment would have. */
      body_html: string
    }
  }
  /** Vote for a post. Voting twice is one vote, so the call may be repeated. */
  'PUT /posts/{id}/vote': {
    path: { id: string }
    body?: CastVoteBody | undefined
    answer: undefined
  }
  /** Withdraw a vote. Withdrawing a vote that is not there changes nothing. */
  'DELETE /posts/{id}/vote': {
    path: { id: string }
    answer: undefined
  }
  /** Follow a post. Followers are notified when the post changes. */
  'PUT /posts/{id}/follow': {
    path: { id: string }
    body?: FollowPostBody | undefined
    answer: undefined
  }
  /** Stop following a post. */
  'DELETE /posts/{id}/follow': {
    path: { id: string }
    answer: undefined
  }
  /**
   * Report a post or a comment. Asks the team to look at it. A user can report each post or comment once; the first
   * report is kept.
   */
  'POST /reports': {
    body: CreateReportBody
    answer: {
      /** The reported post, if it was a post. */
      post_id: string | null
      /** The reported comment, if it was a comment. */
      comment_id: string | null
      /** What the user wrote in the first report. */
      reason: string
      /** When the user first reported it. */
      created_at: string
    }
  }
  /** Sign out. Ends the session that makes the call. */
  'DELETE /sessions/current': {
    answer: undefined
  }
  /** Read the signed-in user. The same object as in the answer of the exchange. */
  'GET /me': {
    answer: {
      /** The user’s id. */
      id: string
      /** How the user appears on the board. */
      display_name: string
      /**
       * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family
       * name, `custom` with a name they chose.
       */
      name_choice: 'default' | 'first_name' | 'custom'
      /** The names that the user can choose. */
      name_choices: {
        /**
         * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family
         * name, `custom` with a name they chose.
         */
        choice: 'default' | 'first_name' | 'custom'
        /** How the user would appear. */
        preview: string | null
      }[]
      /** True once a post or comment of theirs is public. */
      name_locked: boolean
      /** The notifications that the user wants: what they chose, otherwise the defaults of the project. */
      notifications: {
        /** Whether the user also gets notifications by mail. */
        email: boolean
        /** How often mail comes: about each change, or one a day or a week. */
        frequency: 'instant' | 'daily' | 'weekly'
        /** Whether the user is told of new statuses, and of merged posts. */
        status_changes: boolean
        /** Whether the user is told of comments, answers of the team and replies. */
        comments: boolean
        /** Whether the user is told of changelog entries about posts they voted for. */
        changelog: boolean
      }
      /** The user’s language, from your tokens; null if they name none. */
      locale: string | null
      /** When the user was made: by their first sign-in, or by your server. */
      created_at: string
    }
  }
  /**
   * Choose a name and notifications. The name can be changed until the user’s first post or comment is public. Sending
   * the current choice again is always allowed. A custom name is normalised (NFKC), and repeated spaces become one.
   */
  'PATCH /me': {
    body: UpdateMeBody
    answer: {
      /** The user’s id. */
      id: string
      /** How the user appears on the board. */
      display_name: string
      /**
       * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family
       * name, `custom` with a name they chose.
       */
      name_choice: 'default' | 'first_name' | 'custom'
      /** The names that the user can choose. */
      name_choices: {
        /**
         * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family
         * name, `custom` with a name they chose.
         */
        choice: 'default' | 'first_name' | 'custom'
        /** How the user would appear. */
        preview: string | null
      }[]
      /** True once a post or comment of theirs is public. */
      name_locked: boolean
      /** The notifications that the user wants: what they chose, otherwise the defaults of the project. */
      notifications: {
        /** Whether the user also gets notifications by mail. */
        email: boolean
        /** How often mail comes: about each change, or one a day or a week. */
        frequency: 'instant' | 'daily' | 'weekly'
        /** Whether the user is told of new statuses, and of merged posts. */
        status_changes: boolean
        /** Whether the user is told of comments, answers of the team and replies. */
        comments: boolean
        /** Whether the user is told of changelog entries about posts they voted for. */
        changelog: boolean
      }
      /** The user’s language, from your tokens; null if they name none. */
      locale: string | null
      /** When the user was made: by their first sign-in, or by your server. */
      created_at: string
    }
  }
  /**
   * List the posts of the signed-in user. The newest first, including those that wait for approval or were rejected.
   */
  'GET /me/posts': {
    query?: ListMyPostsQuery | undefined
    answer: Page<Post>
  }
  /**
   * List what the signed-in user voted for. The latest vote first. Posts that are merged or not public are left out.
   */
  'GET /me/votes': {
    query?: ListMyVotesQuery | undefined
    answer: Page<{
      post: Post
      /** When they voted. */
      voted_at: string
    }>
  }
  /**
   * List what the signed-in user follows. The latest follow first. Posts that are merged or not public are left out.
   */
  'GET /me/follows': {
    query?: ListMyFollowsQuery | undefined
    answer: Page<{
      post: Post
      /** When they began to follow. */
      followed_at: string
    }>
  }
  /**
   * List the notifications of the signed-in user. The newest first. A notification is listed only while it is still
   * true and the user may see its content: not after a status was changed again, or a comment was deleted.
   * Notifications are kept for ninety days.
   */
  'GET /me/notifications': {
    query?: ListMyNotificationsQuery | undefined
    answer: {
      /** The items of this page, in order. */
      data: Notification[]
      /**
       * Send it as `cursor` for the next page; null on the last page. A short page does not mean that it is the last.
       */
      next_cursor: string | null
      /** How many are unread; 100 if there are more. */
      unread_count: number
    }
  }
  /** Mark notifications as read. Marks the named notification and all older ones. Sending it again changes nothing. */
  'POST /me/notifications/read': {
    body: ReadMyNotificationsBody
    answer: {
      /** How many are unread; 100 if there are more. */
      unread_count: number
    }
  }
  /**
   * Export everything stored about the signed-in user. One JSON document, streamed, of any size. This is the only
   * answer in which an app gets the e-mail address of its user: show it only to the user, and do not store it. An
   * answer that ends before its last brace is incomplete; ask again.
   */
  'GET /me/export': {
    answer: {
      /** When the export was requested. */
      exported_at: string
      /** The project of the board. */
      project: {
        /** The project’s id. */
        id: string
        /** Its name. */
        name: string
      }
      /** The person. */
      user: {
        /** The person’s id here. */
        id: string
        /** The id by which your backend knows the person. */
        sub: string | null
        /** The e-mail address that your backend vouched for last. */
        email: string | null
        /** Whether your backend said that the address is the person’s own. */
        email_verified: boolean
        /** The first name that your backend vouched for last. */
        given_name: string | null
        /** The family name that your backend vouched for last. */
        family_name: string | null
        /** The language that your backend vouched for last. */
        locale: string | null
        /** The traits that your backend vouched for last. */
        traits: Record<string, unknown>
        /** Whether the person may sign in. */
        state: 'active' | 'banned' | 'erased'
        /** How the person appears on the board. */
        display_name: string
        /** Their choice of a name. */
        name_choice: 'default' | 'first_name' | 'custom'
        /** The custom name they chose. */
        custom_name: string | null
        /** True once a post or comment of theirs is public. */
        name_locked: boolean
        /** The notifications that they want. */
        notifications: {
          /** Whether the user also gets notifications by mail. */
          email: boolean
          /** How often mail comes: about each change, or one a day or a week. */
          frequency: 'instant' | 'daily' | 'weekly'
          /** Whether the user is told of new statuses, and of merged posts. */
          status_changes: boolean
          /** Whether the user is told of comments, answers of the team and replies. */
          comments: boolean
          /** Whether the user is told of changelog entries about posts they voted for. */
          changelog: boolean
        }
        /** When they were made: by their first sign-in, or by your server. */
        created_at: string
        /** When they last signed in; until the first time, when they were made. */
        last_seen_at: string
      }
      /** The times they signed in. */
      sessions: {
        /** When it began. */
        created_at: string
        /** When it ends at the latest. */
        expires_at: string
        /** When it was ended before that; null if it was not. */
        ended_at: string | null
      }[]
      /** The codes that opened the board for them. */
      board_codes: {
        /** When it was made. */
        created_at: string
        /** Until when it could be used. */
        expires_at: string
        /** When it was used; null if it was not. */
        used_at: string | null
      }[]
      /** The posts they wrote. */
      posts: {
        /** The post’s id. */
        id: string
        /** Counts from 1 in each project. */
        number: number
        /** One line of plain text. */
        title: string
        /** Markdown. */
        body: string
        /** Its status. */
        status_id: string
        /** Its category; null if they do not see it. */
        category_id: string | null
        /** All of its tags. */
        tag_ids: string[]
        /** Values of the fields that they see, by their keys. */
        fields: Record<string, unknown>
        /** Whether the board shows it separately, above its lists. */
        is_pinned: boolean
        /** Whether users can no longer comment. */
        comments_locked: boolean
        /** Only an approved text is public. */
        moderation_state: 'approved' | 'pending' | 'rejected'
        /** The post that it was merged into. */
        merged_into_id: string | null
        /** When it was written. */
        created_at: string
        /** When its text was last changed; null if never. */
        edited_at: string | null
        /** When it was deleted; null if it was not. */
        deleted_at: string | null
      }[]
      /** Earlier versions of their posts. */
      post_edits: {
        /** The post’s id. */
        post_id: string
        /** Which version of the post this was. */
        version: number
        /** The title before. */
        title: string
        /** The text before, Markdown. */
        body: string
        /** When it was changed. */
        edited_at: string
        /** Who changed it. */
        edited_by: 'user' | 'team'
      }[]
      /** The comments they wrote. */
      comments: {
        /** The comment’s id. */
        id: string
        /** The post’s id. */
        post_id: string
        /** The comment that it answers. */
        parent_id: string | null
        /** Markdown. */
        body: string
        /** Only an approved text is public. */
        moderation_state: 'approved' | 'pending' | 'rejected'
        /** When it was written. */
        created_at: string
        /** When its text was last changed; null if never. */
        edited_at: string | null
        /** When it was deleted; null if it was not. */
        deleted_at: string | null
      }[]
      /** Their votes. */
      votes: {
        /** The post’s id. */
        post_id: string
        /** When they voted. */
        voted_at: string
        /** The merged post for which the vote was cast; null if it was cast for this one. */
        merged_from_post_id: string | null
        /** What the team noted about where they asked for it, if it voted for them. */
        note: string | null
      }[]
      /** Their follows. */
      follows: {
        /** The post’s id. */
        post_id: string
        /** When they began to follow. */
        followed_at: string
        /** The merged post for which the vote was cast; null if it was cast for this one. */
        merged_from_post_id: string | null
      }[]
      /** Their reports. */
      reports: {
        /** The post or comment they reported. */
        subject_id: string
        /** What they wrote about it. */
        reason: string
        /** When they reported it. */
        created_at: string
      }[]
      /** Their notifications, which are kept for ninety days. */
      notifications: {
        /** The notification’s id. */
        id: string
        /** What it is about. */
        type:
          | 'status_changed'
          | 'answered'
          | 'commented'
          | 'replied'
          | 'merged'
          | 'approved'
          | 'rejected'
          | 'changelog_published'
        /** The post’s id. */
        post_id: string
        /** The comment that it is about. */
        comment_id: string | null
        /** The changelog entry that it is about. */
        changelog_entry_id: string | null
        /** When it happened. */
        created_at: string
        /** When they read it; null if they did not. */
        read_at: string | null
      }[]
      /** The mails to them. They are kept for thirty days, without their text. */
      mails: {
        /** The mail’s id. */
        id: string
        /** The post that it was about; null if it was about several. */
        post_id: string | null
        /** What became of it. */
        state: 'waiting' | 'sending' | 'sent' | 'refused' | 'failed' | 'skipped' | 'off'
        /** When its first event happened. */
        created_at: string
        /** When it was sent, refused or given up; null if it was not yet. */
        settled_at: string | null
      }[]
      /** The posts that they want no mail about. */
      mail_mutes: {
        /** The post’s id. */
        post_id: string
        /** When they stopped it. */
        created_at: string
      }[]
      /** That their address gets no mail. */
      mail_suppressions: {
        /** Why. */
        reason: string
        /** Since when. */
        created_at: string
      }[]
      /** Their actions. Votes and follows are kept for thirty days. */
      events: {
        /** The event’s id. */
        id: string
        /** What they did, such as `comment.created`. */
        type: string
        /** When they did it. */
        at: string
        /** The id of the object of the action. */
        subject_id: string
        /** The post that it belongs to. */
        post_id: string | null
      }[]
      /** The pictures they sent. */
      files: {
        /** The picture’s id. */
        id: string
        /** Its address on the board. */
        url: string
        /** In pixels. */
        width: number
        /** In pixels. */
        height: number
        /** The post or comment that shows it; null if none does. */
        shown_by: string | null
        /** When they sent it. */
        created_at: string
        /** The picture itself, WebP in base64. */
        webp_base64: string
      }[]
    }
  }
  /**
   * Open the board signed in. Makes a code that works once, for 60 seconds. Open `url`: the board asks “Continue as …”
   * and uses the code only when the user confirms, so a link preview does not use it up.
   */
  'POST /board_codes': {
    body?: CreateBoardCodeBody | undefined
    answer: {
      /** Starts with svc_cod_. It is in `url` already. */
      code: string
      /** The address at which the board accepts the code. */
      url: string
      /** 60 seconds from now. */
      expires_at: string
    }
  }
}
