/* Made from the API's own description (docs/reference/openapi.json) by `npm run reference`. Do not edit. */

import type { Form, Lines, Page } from '../../transport/src/api.ts'

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
  /** Servers: its time zone, such as Europe/Berlin. */
  time_zone?: string
  /** Its logo, as WebP; with `?size=small` a smaller one. Null: it has none. */
  logo_url: string | null
  /** When the project was made. */
  created_at: string
  /** Servers: the board’s own domain. The board is served there once the domain is verified. */
  domain?: string | null
  /**
   * Servers: the state of `domain`. `waiting`: add the TXT record. `lapsed`: it was not proven within seven days; set
   * it again.
   */
  domain_state?: 'none' | 'waiting' | 'verified' | 'lapsed'
  /**
   * Servers: the TXT record that proves `domain`: its name, and the value it must hold. The value of a project never
   * changes. Null without a domain.
   */
  domain_challenge?: {
    /** The name of the record. */
    name: string
    /** The value of the record. */
    value: string
  } | null
  /** Servers: when `domain` was proven. */
  domain_verified_at?: string | null
  /** Servers: the deadline for proving `domain`, while it waits. */
  domain_claim_expires_at?: string | null
  /**
   * Servers: what the board says above its ideas, until a visitor dismisses it. Null: a text in the visitor’s language.
   * Empty: nothing.
   */
  welcome_note?: string | null
  /** Servers: the origins whose pages may call the API. */
  allowed_origins?: string[]
  /** Servers: the traits that are kept. */
  allowed_traits?: string[]
  /** Servers: the trait that is a person’s account, such as `company`. */
  account_trait?: string | null
  /** Servers: the trait that is the value of that account: a number. */
  value_trait?: string | null
  /** Servers: the key of your apps. */
  publishable_key?: string
  /** Servers: the notifications of users who chose nothing else. */
  notification_defaults?: {
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
  /** Servers: the last change. */
  updated_at?: string
}

/** Something that happened. */
export interface Event {
  /** The event’s id. */
  id: string
  /** What happened. */
  type:
    | 'changelog.published'
    | 'comment.created'
    | 'comment.deleted'
    | 'comment.moderated'
    | 'comment.updated'
    | 'follow.ended'
    | 'follow.started'
    | 'post.created'
    | 'post.deleted'
    | 'post.merged'
    | 'post.moderated'
    | 'post.status_changed'
    | 'post.unmerged'
    | 'post.updated'
    | 'project.updated'
    | 'report.created'
    | 'signing_key.added'
    | 'signing_key.retired'
    | 'signing_key.revoked'
    | 'user.banned'
    | 'user.created'
    | 'user.erased'
    | 'user.unbanned'
    | 'vote.cast'
    | 'vote.withdrawn'
  /** When it happened. */
  created_at: string
  /**
   * Of two events about the same post, the one that happened later has the greater number. Events may arrive in another
   * order.
   */
  sequence: number
  /** Who did it. */
  actor: {
    /** A user, a server by its secret key, a person in the console, or the service itself. */
    kind: 'user' | 'server' | 'operator' | 'system'
    /** The id of the user, the key or the operator; null for the service itself. */
    id: string | null
  }
  /** What it happened to. */
  subject: {
    /** What kind of thing it happened to. */
    kind: 'post' | 'comment' | 'changelog_entry' | 'user' | 'signing_key' | 'project'
    /** Its id; for a signing key, the kid. */
    id: string
  }
  /**
   * The thing as this API shows it to a server when you read the event, without e-mail address and traits, with its
   * `version`; `change` says what the event changed. If it was deleted since, only `id` and `is_gone`. The schema of
   * each type is under `webhooks` in the OpenAPI document.
   */
  data: Record<string, unknown>
}

/** Where events are sent. */
export interface Webhook {
  /** The webhook’s id. */
  id: string
  /** The address that is called. */
  url: string
  /** The types of events that are sent; `*` for all, also those that later versions add. */
  events: (
    | '*'
    | 'changelog.published'
    | 'comment.created'
    | 'comment.deleted'
    | 'comment.moderated'
    | 'comment.updated'
    | 'follow.ended'
    | 'follow.started'
    | 'post.created'
    | 'post.deleted'
    | 'post.merged'
    | 'post.moderated'
    | 'post.status_changed'
    | 'post.unmerged'
    | 'post.updated'
    | 'project.updated'
    | 'report.created'
    | 'signing_key.added'
    | 'signing_key.retired'
    | 'signing_key.revoked'
    | 'user.banned'
    | 'user.created'
    | 'user.erased'
    | 'user.unbanned'
    | 'vote.cast'
    | 'vote.withdrawn'
  )[]
  /**
   * What is sent. `standard`: the event, as Standard Webhooks says. `slack`, `discord`, `teams`: a message for people,
   * as incoming webhooks of these chats take it.
   */
  format: 'standard' | 'slack' | 'discord' | 'teams'
  /** What it is for. */
  description: string
  /**
   * Which events about posts are sent. With `status_categories`, `tag_ids` or `category_ids`, events that are about no
   * post are not sent.
   */
  conditions: {
    /** Only events about posts in a status of one of these categories. Empty: of any. */
    status_categories: ('open' | 'planned' | 'in_progress' | 'done' | 'closed')[]
    /** Only events about posts that have one of these tags. Empty: any post. */
    tag_ids: string[]
    /**
     * Only events about posts in one of these categories. Empty: of any; a message for people then leaves out posts
     * that not everyone sees.
     */
    category_ids: string[]
    /** Of votes, only the one with which a post reaches this number, once for each post. Null: every vote. */
    reached_votes: number | null
  }
  /** While it is disabled, nothing is sent. */
  state: 'enabled' | 'disabled'
  /**
   * Why it is disabled: somebody switched it off, its receiver answered 410 (`gone`), or nothing arrived for five days
   * (`failing`).
   */
  disabled_reason: 'switched_off' | 'gone' | 'failing' | null
  /** Since when it is disabled. */
  disabled_at: string | null
  /** Since when no attempt succeeded; null while the last one did. */
  failing_since: string | null
  /** Whether earlier events are being sent again. */
  is_replaying: boolean
  /** When it was added. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Counts the changes. */
  version: number
}

/** One request to the receiver. */
export interface DeliveryAttempt {
  /** When it began. */
  at: string
  /** The status of the answer; null if there was none. */
  status: number | null
  /** How long it took. */
  duration_ms: number
  /**
   * Why there was no answer: the address is `not_allowed`, DNS (`name_not_found`, `dns_failed`), the connection
   * (`refused`, `unreachable`, `closed`), `tls`, a `timeout` after 15 seconds, or something that is not HTTP
   * (`bad_answer`). Null if there was one.
   */
  error:
    | 'not_allowed'
    | 'name_not_found'
    | 'dns_failed'
    | 'refused'
    | 'unreachable'
    | 'tls'
    | 'timeout'
    | 'closed'
    | 'bad_answer'
    | null
  /** The first bytes of the answer, as a text; not kept if it repeats what was sent. */
  response_excerpt: string
}

/** An event for a webhook. */
export interface Delivery {
  /** The delivery’s id. */
  id: string
  /** Where it is sent. */
  webhook_id: string
  /** The event; the header `webhook-id` of every attempt. */
  event_id: string
  /** What happened. */
  event_type:
    | 'changelog.published'
    | 'comment.created'
    | 'comment.deleted'
    | 'comment.moderated'
    | 'comment.updated'
    | 'follow.ended'
    | 'follow.started'
    | 'post.created'
    | 'post.deleted'
    | 'post.merged'
    | 'post.moderated'
    | 'post.status_changed'
    | 'post.unmerged'
    | 'post.updated'
    | 'project.updated'
    | 'report.created'
    | 'signing_key.added'
    | 'signing_key.retired'
    | 'signing_key.revoked'
    | 'user.banned'
    | 'user.created'
    | 'user.erased'
    | 'user.unbanned'
    | 'vote.cast'
    | 'vote.withdrawn'
  /** `waiting` until an attempt succeeds, `delivered` after a 2xx, `failed` after the last attempt of the schedule. */
  state: 'waiting' | 'delivered' | 'failed'
  /** The last 30, the oldest first. */
  attempts: DeliveryAttempt[]
  /** When it is tried next; null unless it waits. */
  next_attempt_at: string | null
  /** When it began to wait for the first time. */
  created_at: string
}

/** A post of a pair. */
export interface DuplicatePost {
  /** The post’s id. */
  id: string
  /** Counts from 1 in each project. */
  number: number
  /** One line of plain text. */
  title: string
  /** The number of votes. */
  vote_count: number
  /** Its page on the board. */
  url: string
  /** When it was written. */
  created_at: string
}

/**
 * Two posts that probably say the same. `post` would be merged and `into_post` would stay: the one with more votes;
 * with as many, the older one.
 */
export interface Duplicate {
  post: DuplicatePost
  into_post: DuplicatePost
  /** How much they are alike, from 0 to 100: by words, letters, and people who voted for both. */
  score: number
  /** `open`: it waits for a decision. `dismissed`: the team said that they are not the same. */
  state: 'open' | 'dismissed'
  /** When it was suggested first. */
  found_at: string
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

/** The import. */
export interface Import {
  /** The import’s id. */
  id: string
  /** Where the records come from. */
  source: string
  /**
   * `receiving`: its records are being read. `checked`: nothing was changed; start it, or it is given up after a day.
   * `running` and `undoing` go on by themselves. `failed`: see `failure`. `undone`: taken back, or given up before it
   * started.
   */
  state: 'receiving' | 'checked' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  /** How much of the run is done, from 0 to 1. */
  progress: number
  /** The valid records that were received, by type. */
  received: {
    /** How many: user. */
    user: number
    /** How many: post. */
    post: number
    /** How many: comment. */
    comment: number
    /** How many: vote. */
    vote: number
    /** How many: changelog_entry. */
    changelog_entry: number
  }
  /** What the import added. Records that were imported before add nothing. */
  made: {
    /** How many: users. */
    users: number
    /** How many: statuses. */
    statuses: number
    /** How many: tags. */
    tags: number
    /** How many: posts. */
    posts: number
    /** How many: comments. */
    comments: number
    /** How many: votes. */
    votes: number
    /** How many: changelog_entries. */
    changelog_entries: number
  }
  /** How many faults were found. One fault can be about several lines, such as all votes for a post that is missing. */
  fault_count: number
  /** The first thousand faults, in the order of the lines; in a list of imports, the first ten. */
  faults: {
    /** The line, from 1. */
    line: number
    /** What there is to say about it. */
    detail: string
  }[]
  /**
   * What cannot be carried over whole, such as a text that is too long, or an answer to a comment that is missing; the
   * first thousand, in the order of the lines; in a list of imports, the first ten.
   */
  notes: {
    /** The line, from 1. */
    line: number
    /** What there is to say about it. */
    detail: string
  }[]
  /** Whether people, the team and webhooks are told of what it adds. */
  notifies: boolean
  /** Why it failed; otherwise null. */
  failure: string | null
  /** When its first record came. */
  created_at: string
  /** When it ended, or when its undo ended; until then null. */
  finished_at: string | null
}

/** Who wants a post. */
export interface PostInsight {
  /** The post’s id. */
  id: string
  /** Its number. */
  number: number
  /** Its title. */
  title: string
  /** Its status. */
  status_id: string
  /** How many people voted for it. Banned and erased people do not count. */
  voters: number
  /** How many accounts these people belong to. */
  accounts: number
  /** The value of these accounts today. Each counts once, however many of its people voted. */
  value: number
  /** The value of the accounts when they first voted, as far as it was known then. */
  value_at_vote: number
  /**
   * How many of the people want it. People of one account count as one group, so an account whose people all vote alike
   * makes the interval wider.
   */
  share: {
    /** The share of `base.people` who voted for it: from 0 to 1. */
    estimate: number
    /** The lower end of the 95 % interval. */
    low: number
    /** The upper end of the 95 % interval. */
    high: number
  }
  /** Posts of the same page whose share differs by no more than chance. */
  ties_with: string[]
  /** Only with `gained_since`: what it gained since then. */
  gained?: {
    /** How many people voted since then. */
    voters: number
    /** Accounts of these people of which nobody had voted before. */
    accounts: number
    /** The value of these accounts when they voted; today’s where that was not known. */
    value: number
    /** Whether only the newest 1,000 votes were counted. */
    is_more: boolean
  }
}

/** A customer: people with the same value of the account trait. */
export interface Account {
  /** What its people have as the account trait. */
  name: string
  /** How many people it has. Banned and erased people do not count. */
  people: number
  /** Its value: the largest that one of its people has as the value trait. */
  value: number
  /** How many posts they voted for; 100: so many or more. */
  post_count: number
  /** When one of its people voted last; null: never, or not counted yet. */
  last_voted_at: string | null
  /**
   * Only of a single account: of the 1,000 posts that they voted for last, up to 50 of each outcome, those first that
   * most of them want.
   */
  posts?: {
    /** The post’s id. */
    id: string
    /** Its number. */
    number: number
    /** Its title. */
    title: string
    /** Its status. */
    status_id: string
    /** What became of it: `promised` is planned or in progress, `declined` is closed. */
    outcome: 'wanted' | 'promised' | 'done' | 'declined'
    /** How many people of the account voted for it. */
    voters: number
    /** How many people voted for it. */
    votes: number
    /** When one of its people voted last; null: never, or not counted yet. */
    last_voted_at: string | null
  }[]
}

/** An address that gets no mail. */
export interface MailSuppression {
  /** The suppression’s id. */
  id: string
  /** The address, in lower case. */
  email: string
  /** Why it gets no mail: what you sent, or what the mail server answered. */
  reason: string
  /** When it was added. */
  created_at: string
}

/** A post or comment that needs a decision. */
export interface ModerationItem {
  /** The id of the post or comment. */
  id: string
  /** Which of the two it is. */
  kind: 'post' | 'comment'
  /** Whether it is hidden until somebody approves it. */
  is_pending: boolean
  /** The number of open reports. */
  report_count: number
  /** The newest of them, at most five. */
  reports: {
    /** What the user wrote about it. */
    reason: string
    /** When it was reported. */
    reported_at: string
    user: Author
  }[]
  post: Post
  /** Null if it is about the post itself. */
  comment: {
    /** The comment’s id. */
    id: string
    /** The post that it is about. */
    post_id: string
    /** The comment that it answers. An answer cannot have answers. */
    parent_id: string | null
    /** Markdown. `[@Ada L.](mention:usr_…)` mentions a person; it has the name that the person has now. */
    body: string
    /**
     * Safe HTML made from the body, at most eight times as long as the body. Markdown that would grow further is shown
     * as plain text. Aligned columns have the class align-left, align-center or align-right; a mention is a `bdi` of
     * the class mention.
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
  } | null
  /** Since when it waits for a decision. */
  opened_at: string
  /** When it was decided. */
  closed_at: string | null
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

/** The user. */
export interface User {
  /** The user’s id. */
  id: string
  /** Your own id of the user; null once they are erased. */
  sub: string | null
  /** How the user appears on the board. */
  display_name: string
  /** The e-mail address that you vouched for last. Null if absent. */
  email: string | null
  /** Whether you said that the address is the user’s own. */
  email_verified: boolean
  /** The first name that you vouched for last. Null if absent. */
  given_name: string | null
  /** The family name that you vouched for last. Null if absent. */
  family_name: string | null
  /** The language that you vouched for last. Null if absent. */
  locale: string | null
  /** The traits that you vouched for last, without those that the project does not allow. */
  traits: Record<string, unknown>
  /** A banned user cannot sign in. An erased user has almost no data left. */
  state: 'active' | 'banned' | 'erased'
  /**
   * How the user appears: `default` with no name, `first_name` with the first name and the initial of the family name,
   * `custom` with a name they chose.
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
  /** The reason that was given for the ban. */
  ban_reason: string | null
  /** When the user was made: by their first sign-in, or by your server. */
  created_at: string
  /** When the user last signed in; until the first time, when they were made. */
  last_seen_at: string
}

/** A group of people, by rules over their traits. */
export interface Segment {
  /** The segment’s id. */
  id: string
  /** Its name, for the team. */
  name: string
  /**
   * Either `all` or `any`, with at most 200 values in all. A rule about a trait that somebody does not have never
   * holds, `is_not` included; only `exists` with false finds people without it.
   */
  rules: {
    /** All of these rules hold. */
    all?: {
      /** 1 to 64 printable characters. */
      trait: string
      /** How the trait is compared with `value`. */
      op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
      /**
       * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to 50 of
       * these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the trait; true if
       * absent.
       */
      value?: unknown
    }[]
    /** At least one of these rules holds. */
    any?: {
      /** 1 to 64 printable characters. */
      trait: string
      /** How the trait is compared with `value`. */
      op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
      /**
       * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to 50 of
       * these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the trait; true if
       * absent.
       */
      value?: unknown
    }[]
  }
  /** When it was added. */
  created_at: string
}

/** How many people. */
export interface PeopleCount {
  /** How many people. */
  count: number
  /**
   * `exact`: counted now. `kept`: counted at `counted_at`, and again every ten minutes while somebody asks. `at_least`:
   * found up to now; ask again in some seconds.
   */
  kind: 'exact' | 'kept' | 'at_least'
  /** Whether `kind` is `exact`. */
  is_exact: boolean
  /** When they were counted. */
  counted_at: string
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

export interface UpdateProjectBody {
  /** 1 to 60 printable characters. */
  readonly name?: string | undefined
  /** A part of the board’s address. The old address redirects to the new one for 24 hours. */
  readonly slug?: string | undefined
  /** Whether every read needs a session. */
  readonly is_private?: boolean | undefined
  /** Null removes it. */
  readonly sign_in_url?: string | null | undefined
  /** The board is served there once a TXT record proves that it is yours: see `domain_challenge`. Null removes it. */
  readonly domain?: string | null | undefined
  /** All origins whose pages may call the API. */
  readonly allowed_origins?: readonly string[] | undefined
  /** The names of all traits that are stored from your tokens. */
  readonly allowed_traits?: readonly string[] | undefined
  /**
   * The trait that is a person’s account, such as `company`: one of `allowed_traits`. All posts are counted again after
   * a change. Null removes it.
   */
  readonly account_trait?: string | null | undefined
  /**
   * The trait that is the value of the account, such as `mrr`: one of `allowed_traits`, a number from 0 to
   * 1,000,000,000,000. Null removes it.
   */
  readonly value_trait?: string | null | undefined
  /**
   * The language of the board: posts are searched by its word forms, and pages use it for readers who ask for no
   * language that the board speaks.
   */
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
  /** Whether posts and comments of users wait for approval. */
  readonly requires_approval?: boolean | undefined
  /** A name of the time zone database, such as Europe/Berlin. Daily and weekly mails leave at 8:00 there. */
  readonly time_zone?: string | undefined
  /**
   * What the board says above its ideas, as plain text. At most 500 characters. Null: a text in the visitor’s language.
   * Empty: nothing.
   */
  readonly welcome_note?: string | null | undefined
  /** The colour of the board, as #rrggbb. Pages adjust it where text would be hard to read. */
  readonly accent_color?: string | undefined
  /** The notifications of users who chose nothing else. Members that are absent stay. */
  readonly notification_defaults?:
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
  /** Servers: only posts that somebody of this segment voted for. It needs the scope `users:read`. */
  readonly segment?: string | undefined
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
  /** Servers: its status. */
  readonly status_id?: string | undefined
  /**
   * The category that it is written in. Without one: the default category, or the first one in which users may write.
   */
  readonly category_id?: string | undefined
  /** Servers: all of its tags. */
  readonly tag_ids?: readonly string[] | undefined
  /** Servers: whether the board shows it separately, above its lists. */
  readonly is_pinned?: boolean | undefined
  /** Servers: whether users can no longer comment. */
  readonly comments_locked?: boolean | undefined
  /** Servers: the user who wrote it. Without one, your team did. */
  readonly user_id?: string | undefined
  /** Servers: the author by your own user id, instead of `user_id`. */
  readonly sub?: string | undefined
  /** Servers: when it was written, for an import. */
  readonly created_at?: string | undefined
}

export interface FindSimilarPostsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** What was typed so far. */
  readonly title: string
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
  /** Servers: its status. */
  readonly status_id?: string | undefined
  /** Servers: its category. */
  readonly category_id?: string | undefined
  /** Servers: all of its tags. */
  readonly tag_ids?: readonly string[] | undefined
  /** Servers: whether the board shows it separately, above its lists. */
  readonly is_pinned?: boolean | undefined
  /** Servers: whether users can no longer comment. */
  readonly comments_locked?: boolean | undefined
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
  /** Servers: whether it speaks for the project. */
  readonly is_official?: boolean | undefined
  /** Servers: whether only your team can see it. Answers to an internal comment are always internal. */
  readonly is_internal?: boolean | undefined
  /** Servers: the user who wrote it. Without one, your team did. */
  readonly user_id?: string | undefined
  /** Servers: the author by your own user id, instead of `user_id`. */
  readonly sub?: string | undefined
  /** Servers: when it was written, for an import. */
  readonly created_at?: string | undefined
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
  /** Servers: whether it speaks for the project. */
  readonly is_official?: boolean | undefined
  /** Servers: whether only your team can see it. Answers to an internal comment are always internal. */
  readonly is_internal?: boolean | undefined
}

export interface ListCategoriesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateCategoryBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name: string
  /** Its name in addresses: letters and digits in lower case, and hyphens. */
  readonly slug?: string | undefined
  /** What belongs here, as plain text. */
  readonly description?: string | undefined
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
  /** Who sees its posts: `everyone`, `users`, `team` or the id of a segment; `everyone` if absent. */
  readonly visible_to?: string | undefined
  /** Who writes posts in it: `users`, `team` or the id of a segment; `users` if absent. */
  readonly posting?: string | undefined
  /** Markdown. */
  readonly template?: string | undefined
}

export interface EditCategoryBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name?: string | undefined
  /** Its name in addresses: letters and digits in lower case, and hyphens. */
  readonly slug?: string | undefined
  /** What belongs here, as plain text. */
  readonly description?: string | undefined
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
  /** Who sees its posts: `everyone`, `users`, `team` or the id of a segment; `everyone` if absent. */
  readonly visible_to?: string | undefined
  /** Who writes posts in it: `users`, `team` or the id of a segment; `users` if absent. */
  readonly posting?: string | undefined
  /** Markdown. */
  readonly template?: string | undefined
}

export interface DeleteCategoryQuery {
  /** The category that its posts are moved to. */
  readonly move_to?: string | undefined
}

export interface ListFieldsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateFieldBody {
  /** What forms and pages call it. */
  readonly label: string
  /** What its values are. It cannot be changed later. */
  readonly kind: 'text' | 'number' | 'select' | 'multi_select' | 'checkbox' | 'url' | 'date'
  /** Its name in `fields` of a post and in filters. Without one it gets one from its label. */
  readonly key?: string | undefined
  /**
   * All that can be chosen from now on, at most 100. An option without a value gets one from its label. Options that
   * are there and not named here are removed: posts that have them keep them.
   */
  readonly options?:
    | readonly {
        /** What posts have if it is chosen: letters and digits in lower case, and hyphens. */
        readonly value?: string | undefined
        /** What forms and pages call it. */
        readonly label: string
        /** Whether nobody can choose it any more; false if absent. */
        readonly is_removed?: boolean | undefined
      }[]
    | undefined
  /** Whether users cannot write a post without it; false if absent. */
  readonly required?: boolean | undefined
  /** Who sees it and its values; `everyone` if absent. */
  readonly visible_to?: 'everyone' | 'team' | undefined
  /** The categories whose posts have it; null: all. */
  readonly categories?: readonly string[] | null | undefined
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
}

export interface EditFieldBody {
  /** What forms and pages call it. */
  readonly label?: string | undefined
  /** Its name in `fields` of a post and in filters. Without one it gets one from its label. */
  readonly key?: string | undefined
  /**
   * All that can be chosen from now on, at most 100. An option without a value gets one from its label. Options that
   * are there and not named here are removed: posts that have them keep them.
   */
  readonly options?:
    | readonly {
        /** What posts have if it is chosen: letters and digits in lower case, and hyphens. */
        readonly value?: string | undefined
        /** What forms and pages call it. */
        readonly label: string
        /** Whether nobody can choose it any more; false if absent. */
        readonly is_removed?: boolean | undefined
      }[]
    | undefined
  /** Whether users cannot write a post without it; false if absent. */
  readonly required?: boolean | undefined
  /** Who sees it and its values; `everyone` if absent. */
  readonly visible_to?: 'everyone' | 'team' | undefined
  /** The categories whose posts have it; null: all. */
  readonly categories?: readonly string[] | null | undefined
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
}

export interface ListStatusesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateStatusBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name: string
  /** Decides how the service treats posts: they start in `open`; in `done` and `closed` nobody can vote. */
  readonly category: 'open' | 'planned' | 'in_progress' | 'done' | 'closed'
  /** As in CSS: #rrggbb. */
  readonly color: string
  /** The place in the order; the last if absent. */
  readonly position?: number | undefined
  /** Whether it is a column of the roadmap; false if absent. */
  readonly on_roadmap?: boolean | undefined
}

export interface EditStatusBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name?: string | undefined
  /** Decides how the service treats posts: they start in `open`; in `done` and `closed` nobody can vote. */
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
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateTagBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name: string
  /** As in CSS: #rrggbb. */
  readonly color?: string | undefined
}

export interface EditTagBody {
  /** Unique in the project; upper and lower case make no difference. */
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
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** Only entries published after this. */
  readonly published_after?: string | undefined
  /** Servers: with changelog:write. */
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined
}

export interface CreateChangelogEntryBody {
  /** One line of plain text. */
  readonly title: string
  /** Markdown. */
  readonly body?: string | undefined
  /** All posts it is about, in this order. */
  readonly post_ids?: readonly string[] | undefined
  /** A scheduled entry is public from its publish_at on. */
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined
  /** For a scheduled entry, a time in the future. For a published one, a time in the past; now if absent. */
  readonly publish_at?: string | undefined
}

export interface EditChangelogEntryBody {
  /** One line of plain text. */
  readonly title?: string | undefined
  /** Markdown. */
  readonly body?: string | undefined
  /** All posts it is about, in this order. */
  readonly post_ids?: readonly string[] | undefined
  /** A scheduled entry is public from its publish_at on. */
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined
  /** For a scheduled entry, a time in the future. For a published one, a time in the past; now if absent. */
  readonly publish_at?: string | undefined
}

export interface ListVotersQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

/** The body may be empty. */
export type CastVoteForBody = {
  /** The time of an imported vote. Such a vote also counts for a post that is done or closed. */
  readonly created_at?: string | undefined
  /** Where they asked for it, such as a ticket or a call. Only your team sees it. */
  readonly note?: string | undefined
} | null

/** The body may be empty. */
export type CastVoteForSubBody = {
  /** The time of an imported vote. Such a vote also counts for a post that is done or closed. */
  readonly created_at?: string | undefined
  /** Where they asked for it, such as a ticket or a call. Only your team sees it. */
  readonly note?: string | undefined
} | null

export interface ChangeStatusOfPostBody {
  /** The id of the new status. */
  readonly status_id: string
  /** Markdown. */
  readonly comment?: string | undefined
  /** Whether followers are notified; true if absent. */
  readonly notify?: boolean | undefined
}

export interface MergePostBody {
  /** The id of the post that stays. */
  readonly into_post_id: string
}

/** The body may be empty. */
export type UnmergePostBody = Record<string, never> | null

export interface ListActivityOfPostQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListModerationItemsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** Only posts, or only comments. */
  readonly kind?: 'post' | 'comment' | undefined
  /** Why it is here; it can be both. */
  readonly reason?: 'pending' | 'reported' | undefined
}

/** The body may be empty. */
export type ApproveModerationItemBody = Record<string, never> | null

/** The body may be empty. */
export type RejectModerationItemBody = Record<string, never> | null

export interface ListDuplicatesQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** `open` if absent. */
  readonly state?: 'open' | 'dismissed' | undefined
}

export interface DismissDuplicateBody {
  /** One post of the pair. */
  readonly post_id: string
  /** The other one. Their order does not matter. */
  readonly other_post_id: string
}

export interface ReopenDuplicateBody {
  /** One post of the pair. */
  readonly post_id: string
  /** The other one. Their order does not matter. */
  readonly other_post_id: string
}

export interface ListSegmentsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateSegmentBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name: string
  /**
   * Either `all` or `any`, with at most 200 values in all. A rule about a trait that somebody does not have never
   * holds, `is_not` included; only `exists` with false finds people without it.
   */
  readonly rules: {
    /** All of these rules hold. */
    readonly all?:
      | readonly {
          /** 1 to 64 printable characters. */
          readonly trait: string
          /** How the trait is compared with `value`. */
          readonly op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
          /**
           * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to 50
           * of these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the trait;
           * true if absent.
           */
          readonly value?: unknown | undefined
        }[]
      | undefined
    /** At least one of these rules holds. */
    readonly any?:
      | readonly {
          /** 1 to 64 printable characters. */
          readonly trait: string
          /** How the trait is compared with `value`. */
          readonly op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
          /**
           * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to 50
           * of these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the trait;
           * true if absent.
           */
          readonly value?: unknown | undefined
        }[]
      | undefined
  }
}

export interface PreviewSegmentBody {
  /**
   * Either `all` or `any`, with at most 200 values in all. A rule about a trait that somebody does not have never
   * holds, `is_not` included; only `exists` with false finds people without it.
   */
  readonly rules: {
    /** All of these rules hold. */
    readonly all?:
      | readonly {
          /** 1 to 64 printable characters. */
          readonly trait: string
          /** How the trait is compared with `value`. */
          readonly op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
          /**
           * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to 50
           * of these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the trait;
           * true if absent.
           */
          readonly value?: unknown | undefined
        }[]
      | undefined
    /** At least one of these rules holds. */
    readonly any?:
      | readonly {
          /** 1 to 64 printable characters. */
          readonly trait: string
          /** How the trait is compared with `value`. */
          readonly op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
          /**
           * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to 50
           * of these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the trait;
           * true if absent.
           */
          readonly value?: unknown | undefined
        }[]
      | undefined
  }
}

export interface EditSegmentBody {
  /** Unique in the project; upper and lower case make no difference. */
  readonly name?: string | undefined
  /**
   * Either `all` or `any`, with at most 200 values in all. A rule about a trait that somebody does not have never
   * holds, `is_not` included; only `exists` with false finds people without it.
   */
  readonly rules?:
    | {
        /** All of these rules hold. */
        readonly all?:
          | readonly {
              /** 1 to 64 printable characters. */
              readonly trait: string
              /** How the trait is compared with `value`. */
              readonly op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
              /**
               * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to
               * 50 of these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the
               * trait; true if absent.
               */
              readonly value?: unknown | undefined
            }[]
          | undefined
        /** At least one of these rules holds. */
        readonly any?:
          | readonly {
              /** 1 to 64 printable characters. */
              readonly trait: string
              /** How the trait is compared with `value`. */
              readonly op: 'is' | 'is_not' | 'in' | 'at_least' | 'at_most' | 'exists'
              /**
               * For `is` and `is_not` a text (at most 200 characters), a number, true or false. For `in` a list of 1 to
               * 50 of these. For `at_least` and `at_most` a number. For `exists` true, or false for people without the
               * trait; true if absent.
               */
              readonly value?: unknown | undefined
            }[]
          | undefined
      }
    | undefined
}

export interface ListSegmentUsersQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListPostInsightsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** The order; `votes` if absent. */
  readonly sort?: 'votes' | 'accounts' | 'value' | 'share' | undefined
  /**
   * Of whom it is a share: `seen`, those who signed in; `active`, those who voted, posted or commented. `seen` if
   * absent.
   */
  readonly base?: 'seen' | 'active' | undefined
  /** Only votes of people of this segment, by its id. */
  readonly segment?: string | undefined
  /** Only votes since then, of people of the base since then. */
  readonly from?: string | undefined
  /** Only votes before then, of people of the base before then. */
  readonly to?: string | undefined
  /** Posts also have what they gained since then. */
  readonly gained_since?: string | undefined
}

export interface ListAccountsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** The order; `value` if absent. */
  readonly sort?: 'value' | 'people' | 'name' | undefined
  /** Only accounts whose name begins with this, by name. */
  readonly name?: string | undefined
}

export interface ListSigningKeysQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface AddSigningKeyBody {
  /** The public JWK. A private key is refused, and must be treated as compromised once it was sent. */
  readonly jwk: unknown
  /** If absent: the kid inside the JWK, or else its RFC 7638 thumbprint. */
  readonly kid?: string | undefined
}

export interface CheckTokenBody {
  /** The sign-in token to check. */
  readonly token: string
  /** Where it is meant to be used: the API by an app, or the board. */
  readonly audience: 'app' | 'board'
  /** For the board: the state that it sent to your app. */
  readonly state?: string | undefined
}

export type RevokeSigningKeyBody = {
  /** Whether the sessions that began with this key end too; false if absent. */
  readonly end_sessions?: boolean | undefined
} | null

export interface ListRejectedSignInsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListUsersQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** A banned user cannot sign in. An erased user has almost no data left. */
  readonly state?: 'active' | 'banned' | 'erased' | undefined
  /** Only the user with exactly this `sub`; an empty list if there is none. */
  readonly sub?: string | undefined
  /** Only the people of this segment. */
  readonly segment?: string | undefined
}

export interface PutUserBySubBody {
  /** At most 320 characters. As in a sign-in token. */
  readonly email?: string | undefined
  /** Without `email` it is kept as false. As in a sign-in token. */
  readonly email_verified?: boolean | undefined
  /** At most 100 characters. As in a sign-in token. */
  readonly given_name?: string | undefined
  /** At most 100 characters. As in a sign-in token. */
  readonly family_name?: string | undefined
  /** A language tag such as de-AT. As in a sign-in token. */
  readonly locale?: string | undefined
  /**
   * At most 2,048 bytes of JSON; traits that the project does not allow are dropped. As in a sign-in token. Send
   * integers beyond ±9007199254740991 as texts: as numbers they are refused here, and a sign-in token drops their
   * trait.
   */
  readonly traits?: Record<string, unknown> | undefined
}

export type BanUserBody = {
  /** For your team; the user does not see it. */
  readonly reason?: string | undefined
} | null

/** The body may be empty. */
export type UnbanUserBody = Record<string, never> | null

/** The body may be empty. */
export type EraseUserBody = Record<string, never> | null

export interface ListMailSuppressionsQuery {
  /** Only this address. */
  readonly email?: string | undefined
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateMailSuppressionBody {
  /** An e-mail address. */
  readonly email: string
  /** For your team, such as what your mail provider reported. */
  readonly reason: string
}

/** The body may be empty. */
export type VerifyDomainBody = Record<string, never> | null

export interface ListAuditLogQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface ListImportsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface CreateImportQuery {
  /** Where the records come from, such as canny. External ids are unique within it. */
  readonly source: string
  /** Only check the records. */
  readonly dry_run?: boolean | undefined
  /** Run although some lines are faulty; these are left out. */
  readonly skip_faults?: boolean | undefined
  /** Tell people, the team and webhooks of everything, as if it happened now. False if absent. */
  readonly notify?: boolean | undefined
}

/** The body may be empty. */
export type StartImportBody = Record<string, never> | null

/** The body may be empty. */
export type UndoImportBody = Record<string, never> | null

export interface ListEventsQuery {
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
  /** Begin after the event with this id, or at this time. With a cursor, send the same value as for the first page. */
  readonly since?: string | undefined
  /** Only events of this type; may be sent several times. */
  readonly type?:
    | readonly (
        | 'changelog.published'
        | 'comment.created'
        | 'comment.deleted'
        | 'comment.moderated'
        | 'comment.updated'
        | 'follow.ended'
        | 'follow.started'
        | 'post.created'
        | 'post.deleted'
        | 'post.merged'
        | 'post.moderated'
        | 'post.status_changed'
        | 'post.unmerged'
        | 'post.updated'
        | 'project.updated'
        | 'report.created'
        | 'signing_key.added'
        | 'signing_key.retired'
        | 'signing_key.revoked'
        | 'user.banned'
        | 'user.created'
        | 'user.erased'
        | 'user.unbanned'
        | 'vote.cast'
        | 'vote.withdrawn'
      )[]
    | undefined
  /** How many seconds to wait if there is nothing to return yet; 0 if absent. */
  readonly wait?: number | undefined
}

export interface CreateWebhookBody {
  /** An http or https address without user name, password and fragment. */
  readonly url: string
  /** The types of events that are sent; `*` for all, also those that later versions add. */
  readonly events: readonly (
    | '*'
    | 'changelog.published'
    | 'comment.created'
    | 'comment.deleted'
    | 'comment.moderated'
    | 'comment.updated'
    | 'follow.ended'
    | 'follow.started'
    | 'post.created'
    | 'post.deleted'
    | 'post.merged'
    | 'post.moderated'
    | 'post.status_changed'
    | 'post.unmerged'
    | 'post.updated'
    | 'project.updated'
    | 'report.created'
    | 'signing_key.added'
    | 'signing_key.retired'
    | 'signing_key.revoked'
    | 'user.banned'
    | 'user.created'
    | 'user.erased'
    | 'user.unbanned'
    | 'vote.cast'
    | 'vote.withdrawn'
  )[]
  /**
   * What is sent. `standard`: the event, as Standard Webhooks says. `slack`, `discord`, `teams`: a message for people,
   * as incoming webhooks of these chats take it. `standard` if absent.
   */
  readonly format?: 'standard' | 'slack' | 'discord' | 'teams' | undefined
  /** What it is for, for your team. */
  readonly description?: string | undefined
  /**
   * Which events about posts are sent. With `status_categories`, `tag_ids` or `category_ids`, events that are about no
   * post are not sent.
   */
  readonly conditions?:
    | {
        /** Only events about posts in a status of one of these categories. Empty: of any. */
        readonly status_categories?: readonly ('open' | 'planned' | 'in_progress' | 'done' | 'closed')[] | undefined
        /** Only events about posts that have one of these tags. Empty: any post. */
        readonly tag_ids?: readonly string[] | undefined
        /**
         * Only events about posts in one of these categories. Empty: of any; a message for people then leaves out posts
         * that not everyone sees.
         */
        readonly category_ids?: readonly string[] | undefined
        /** Of votes, only the one with which a post reaches this number, once for each post. Null: every vote. */
        readonly reached_votes?: number | null | undefined
      }
    | undefined
}

export interface EditWebhookBody {
  /** An http or https address without user name, password and fragment. */
  readonly url?: string | undefined
  /** The types of events that are sent; `*` for all, also those that later versions add. */
  readonly events?:
    | readonly (
        | '*'
        | 'changelog.published'
        | 'comment.created'
        | 'comment.deleted'
        | 'comment.moderated'
        | 'comment.updated'
        | 'follow.ended'
        | 'follow.started'
        | 'post.created'
        | 'post.deleted'
        | 'post.merged'
        | 'post.moderated'
        | 'post.status_changed'
        | 'post.unmerged'
        | 'post.updated'
        | 'project.updated'
        | 'report.created'
        | 'signing_key.added'
        | 'signing_key.retired'
        | 'signing_key.revoked'
        | 'user.banned'
        | 'user.created'
        | 'user.erased'
        | 'user.unbanned'
        | 'vote.cast'
        | 'vote.withdrawn'
      )[]
    | undefined
  /**
   * What is sent. `standard`: the event, as Standard Webhooks says. `slack`, `discord`, `teams`: a message for people,
   * as incoming webhooks of these chats take it.
   */
  readonly format?: 'standard' | 'slack' | 'discord' | 'teams' | undefined
  /** What it is for, for your team. */
  readonly description?: string | undefined
  /**
   * Which events about posts are sent. With `status_categories`, `tag_ids` or `category_ids`, events that are about no
   * post are not sent.
   */
  readonly conditions?:
    | {
        /** Only events about posts in a status of one of these categories. Empty: of any. */
        readonly status_categories?: readonly ('open' | 'planned' | 'in_progress' | 'done' | 'closed')[] | undefined
        /** Only events about posts that have one of these tags. Empty: any post. */
        readonly tag_ids?: readonly string[] | undefined
        /**
         * Only events about posts in one of these categories. Empty: of any; a message for people then leaves out posts
         * that not everyone sees.
         */
        readonly category_ids?: readonly string[] | undefined
        /** Of votes, only the one with which a post reaches this number, once for each post. Null: every vote. */
        readonly reached_votes?: number | null | undefined
      }
    | undefined
  /** Whether events are sent. */
  readonly state?: 'enabled' | 'disabled' | undefined
}

/** The body may be empty. */
export type RotateWebhookSecretBody = Record<string, never> | null

/** The body may be empty. */
export type TestWebhookBody = Record<string, never> | null

export interface ListDeliveriesQuery {
  /** Only those in this state. */
  readonly state?: 'waiting' | 'delivered' | 'failed' | undefined
  /** Only events of this type. */
  readonly type?:
    | 'changelog.published'
    | 'comment.created'
    | 'comment.deleted'
    | 'comment.moderated'
    | 'comment.updated'
    | 'follow.ended'
    | 'follow.started'
    | 'post.created'
    | 'post.deleted'
    | 'post.merged'
    | 'post.moderated'
    | 'post.status_changed'
    | 'post.unmerged'
    | 'post.updated'
    | 'project.updated'
    | 'report.created'
    | 'signing_key.added'
    | 'signing_key.retired'
    | 'signing_key.revoked'
    | 'user.banned'
    | 'user.created'
    | 'user.erased'
    | 'user.unbanned'
    | 'vote.cast'
    | 'vote.withdrawn'
    | undefined
  /** How many at most; 20 if absent. A page of very long texts holds fewer. */
  readonly limit?: number | undefined
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string | undefined
}

export interface RedeliverFailedBody {
  /** The beginning of the span. */
  readonly since: string
  /** The end of the span; now if absent. */
  readonly until?: string | undefined
}

export interface ReplayWebhookBody {
  /** Begin after the event with this id, or at this time. */
  readonly after: string
}

/** The body may be empty. */
export type RedeliverBody = Record<string, never> | null

/** Everything that a server can call with a secret key. */
export interface Operations {
  /** Read the project. What an app needs to know about its project. A server gets all settings. */
  'GET /project': {
    answer: Project
  }
  /**
   * Change the settings of the project. Changes only the members that are sent; a list is replaced as a whole. Changes
   * go live within a second. A change of the board’s address changes the `aud` of board tokens; the old one is accepted
   * for 24 more hours. After a change of language, search uses the new language at once, or within minutes if there are
   * many posts.
   */
  'PATCH /project': {
    body: UpdateProjectBody
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
  /** Add a category. Without a slug it gets one from its name. Boards show categories from the second one on. */
  'POST /categories': {
    body: CreateCategoryBody
    answer: Category
  }
  /** Read a category. */
  'GET /categories/{id}': {
    path: { id: string }
    answer: Category
  }
  /**
   * Change a category. Who sees its posts changes at once, in every list, search, feed, count and mail. With If-Match,
   * the change is made only if that version is still current.
   */
  'PATCH /categories/{id}': {
    path: { id: string }
    body: EditCategoryBody
    answer: Category
  }
  /**
   * Delete a category. Its posts are moved to the category that `move_to` names, at most 1000 of them. Without it, only
   * an empty category can be deleted. The default category stays.
   */
  'DELETE /categories/{id}': {
    path: { id: string }
    query?: DeleteCategoryQuery | undefined
    answer: undefined
  }
  /** List the fields. The fields that the caller sees, by position. A project has at most 30. */
  'GET /fields': {
    query?: ListFieldsQuery | undefined
    answer: Page<Field>
  }
  /** Add a field. Posts that there are have no value of it. A field that only the team sees cannot be required. */
  'POST /fields': {
    body: CreateFieldBody
    answer: Field
  }
  /** Read a field. */
  'GET /fields/{id}': {
    path: { id: string }
    answer: Field
  }
  /**
   * Change a field. No change loses a value: posts keep their values by the field, whatever its key is, and an option
   * that is removed stays with the posts that have it. With If-Match, the change is made only if that version is still
   * current.
   */
  'PATCH /fields/{id}': {
    path: { id: string }
    body: EditFieldBody
    answer: Field
  }
  /** Delete a field. Its values are deleted with it, at all posts. To keep them, change the field instead. */
  'DELETE /fields/{id}': {
    path: { id: string }
    answer: undefined
  }
  /** List the statuses. The statuses that posts of the project can have, by position. A project has at most 50. */
  'GET /statuses': {
    query?: ListStatusesQuery | undefined
    answer: Page<Status>
  }
  /** Add a status. Without a position it comes last. New posts start in the first status of the category open. */
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
   * Change a status. Its posts keep the status, with the new name and category. At least one status must be in the
   * category open. With If-Match, the change is made only if that version is still current.
   */
  'PATCH /statuses/{id}': {
    path: { id: string }
    body: EditStatusBody
    answer: Status
  }
  /** Delete a status. A status can be deleted if no post has it and it is not the last one of the category open. */
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
  /** Change a tag. With If-Match, the change is made only if that version is still current. */
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
  /**
   * Write a changelog entry. Without a state it is a draft. A scheduled entry becomes public by itself at publish_at.
   * To import an old entry, publish it with its original publish_at.
   */
  'POST /changelog': {
    body: CreateChangelogEntryBody
    answer: ChangelogEntry
  }
  /** Read a changelog entry. Only servers with changelog:write see entries that are not published. */
  'GET /changelog/{id}': {
    path: { id: string }
    answer: ChangelogEntry
  }
  /**
   * Change a changelog entry. It can also publish or schedule the entry, or make it a draft again. An entry is
   * announced once, however often it is published. With If-Match, the change is made only if that version is still
   * current.
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
  /** List who voted for a post. The latest vote first. */
  'GET /posts/{id}/votes': {
    path: { id: string }
    query?: ListVotersQuery | undefined
    answer: Page<{
      user: Author
      /** When they voted. */
      voted_at: string
      /** Where they asked for it, if your team or your server voted for them. Null without the scope users:read. */
      note: string | null
    }>
  }
  /**
   * Vote for somebody. On behalf of a user who asked for it elsewhere, such as in a conversation with your support or
   * in the tool you used before. Voting twice is one vote, and it keeps its first time.
   */
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
   * Vote for somebody by your own id. On behalf of a user who asked for it elsewhere, such as in a conversation with
   * your support or in the tool you used before. Voting twice is one vote, and it keeps its first time.
   */
  'PUT /posts/{id}/votes/by_sub/{sub}': {
    path: { id: string; sub: string }
    body?: CastVoteForSubBody | undefined
    answer: undefined
  }
  /** Withdraw somebody’s vote by your own id. */
  'DELETE /posts/{id}/votes/by_sub/{sub}': {
    path: { id: string; sub: string }
    answer: undefined
  }
  /**
   * Change the status of a post. With `comment`, your team explains the change in an official comment; the scope
   * `posts:write` is enough for it. The status may stay the same.
   */
  'POST /posts/{id}/status': {
    path: { id: string }
    body: ChangeStatusOfPostBody
    answer: Post
  }
  /**
   * Merge a post into another one. Its votes, comments and followers move to the other post, each person once. The post
   * itself stays and points to the other one. The answer is the other post.
   */
  'POST /posts/{id}/merge': {
    path: { id: string }
    body: MergePostBody
    answer: Post
  }
  /**
   * Undo a merge. The post gets its votes, comments and followers back. Those that the other post got after the merge
   * stay there. Undo a chain of merges from the last one.
   */
  'POST /posts/{id}/unmerge': {
    path: { id: string }
    body?: UnmergePostBody | undefined
    answer: Post
  }
  /**
   * List what happened to a post. The newest first, with the text of the post before each edit. Votes and follows are
   * left out.
   */
  'GET /posts/{id}/activity': {
    path: { id: string }
    query?: ListActivityOfPostQuery | undefined
    answer: Page<{
      /** The event’s id. */
      id: string
      /** What happened, such as post.status_changed or comment.created. */
      type: string
      /** When it happened. */
      at: string
      /** Who did it. */
      actor: {
        /** A user, a server by its secret key, a person in the console, or the service itself. */
        kind: 'user' | 'secret_key' | 'operator' | 'system'
        /** The id of the user, the key or the operator; null for the service itself. */
        id: string | null
        /** The name of the user or of the secret key. */
        display_name: string | null
      }
      /** The post or comment it happened to. */
      subject_id: string
      /** More about it, by its type. */
      data: Record<string, unknown>
      /** The text of the post before, if it was changed. */
      previous: {
        /** The title before. */
        title: string
        /** The text before, Markdown. */
        body: string
      } | null
    }>
  }
  /** List what waits for a decision. Posts and comments that wait for approval or were reported, the oldest first. */
  'GET /moderation': {
    query?: ListModerationItemsQuery | undefined
    answer: Page<ModerationItem>
  }
  /**
   * Approve a post or comment. Publishes a pending or rejected text and settles the reports about it. Approving it
   * again changes nothing.
   */
  'POST /moderation/{id}/approve': {
    path: { id: string }
    body?: ApproveModerationItemBody | undefined
    answer: ModerationItem
  }
  /**
   * Reject a post or comment. Hides it, reported or not, and settles the reports about it. It can be approved later by
   * its id.
   */
  'POST /moderation/{id}/reject': {
    path: { id: string }
    body?: RejectModerationItemBody | undefined
    answer: ModerationItem
  }
  /**
   * List likely duplicates. Pairs of posts that probably say the same, the most alike first. A new or changed post is
   * compared within seconds. At most 1000 pairs are open. To merge a pair, send `POST /posts/{id}/merge` with the id of
   * `post` and the id of `into_post`. Pairs of which a post is merged, deleted or hidden are left out.
   */
  'GET /duplicates': {
    query?: ListDuplicatesQuery | undefined
    answer: Page<Duplicate>
  }
  /**
   * Dismiss a likely duplicate. Says that the two posts are not the same. The pair is not suggested again, also if the
   * posts change. Dismissing it again changes nothing.
   */
  'POST /duplicates/dismiss': {
    body: DismissDuplicateBody
    answer: Duplicate
  }
  /** Suggest a dismissed pair again. Takes a dismissal back. Repeating it changes nothing. */
  'POST /duplicates/reopen': {
    body: ReopenDuplicateBody
    answer: Duplicate
  }
  /** List the segments. The oldest first. A project has at most 100. */
  'GET /segments': {
    query?: ListSegmentsQuery | undefined
    answer: Page<Segment>
  }
  /**
   * Add a segment. Who belongs to it is never stored: the rules are asked whenever it matters. Erased people and
   * visitors belong to none.
   */
  'POST /segments': {
    body: CreateSegmentBody
    answer: Segment
  }
  /** Count the people that rules would find. Answers at once. */
  'POST /segments/count': {
    body: PreviewSegmentBody
    answer: PeopleCount
  }
  /** Read a segment. */
  'GET /segments/{id}': {
    path: { id: string }
    answer: Segment
  }
  /**
   * Change a segment. New rules count at once, also for who sees a category; if the service has replicas, within some
   * seconds on the board. With If-Match, the change is made only if that version is still current. A change without
   * `rules` also needs the scope `users:read`, because the answer has the rules.
   */
  'PATCH /segments/{id}': {
    path: { id: string }
    body: EditSegmentBody
    answer: Segment
  }
  /** Delete a segment. A segment that a category uses cannot be deleted. */
  'DELETE /segments/{id}': {
    path: { id: string }
    answer: undefined
  }
  /** Count the people of a segment. Answers at once. */
  'GET /segments/{id}/count': {
    path: { id: string }
    answer: PeopleCount
  }
  /** List the people of a segment. The newest first. The same as `GET /users` with `segment`. */
  'GET /segments/{id}/users': {
    path: { id: string }
    query?: ListSegmentUsersQuery | undefined
    answer: Page<User>
  }
  /**
   * Rank posts by who wants them. Posts with at least one vote, the most first. `share` ranks by the votes that are
   * beyond chance. Without filters the numbers follow each vote within seconds. With a segment or a span they are at
   * most ten minutes old, and the 500 first posts of each order are kept.
   */
  'GET /insights/posts': {
    query?: ListPostInsightsQuery | undefined
    answer: {
      /** The items of this page, in order. */
      data: PostInsight[]
      /**
       * Send it as `cursor` for the next page; null on the last page. A short page does not mean that it is the last.
       */
      next_cursor: string | null
      /** The people whose votes were counted. */
      base: {
        /** Who they are: the `base` that was asked for. */
        kind: 'seen' | 'active'
        /**
         * How many people there are: not banned, and of the segment. `seen`: known to the service; with `from` or `to`,
         * known before `to` and signed in since `from`. `active`: voted, posted or commented in the span. The service
         * does not know who looked at the board without signing in.
         */
        people: number
        /** How many accounts they belong to. */
        accounts: number
        /** When they were counted. */
        counted_at: string
        /** False: not all posts are counted yet, because this was asked for the first time or a trait was changed. */
        is_complete: boolean
      }
    }
  }
  /** List the accounts. The most valuable first. There are none until the project names its `account_trait`. */
  'GET /accounts': {
    query?: ListAccountsQuery | undefined
    answer: Page<Account>
  }
  /** Read an account. */
  'GET /accounts/{name}': {
    path: { name: string }
    answer: Account
  }
  /** List the signing keys. The newest first. A retiring key is shown as revoked as soon as its 24 hours are over. */
  'GET /signing_keys': {
    query?: ListSigningKeysQuery | undefined
    answer: Page<{
      /** The key’s id, which your tokens name in their header. */
      kid: string
      /** The public key. */
      jwk: {
        /** Always `EC`. */
        kty: string
        /** Always `P-256`. */
        crv: string
        /** The x coordinate, base64url. */
        x: string
        /** The y coordinate, base64url. */
        y: string
      }
      /** An active key is accepted, a retiring one until its 24 hours are over, a revoked one never. */
      status: 'active' | 'retiring' | 'revoked'
      /** When it was added. */
      created_at: string
      /** When its last 24 hours began; null if it was not retired. */
      retired_at: string | null
      /** When it was revoked; null if it was not. */
      revoked_at: string | null
      /** When it last signed somebody in, to the minute; null if never. */
      last_used_at: string | null
    }>
  }
  /**
   * Add a signing key. A public JWK of an ECDSA P-256 pair. At most two keys are active at a time. Each key can be
   * added once: a revoked key cannot be added again, whatever its kid.
   */
  'POST /signing_keys': {
    body: AddSigningKeyBody
    answer: {
      /** The key’s id, which your tokens name in their header. */
      kid: string
      /** The public key. */
      jwk: {
        /** Always `EC`. */
        kty: string
        /** Always `P-256`. */
        crv: string
        /** The x coordinate, base64url. */
        x: string
        /** The y coordinate, base64url. */
        y: string
      }
      /** An active key is accepted, a retiring one until its 24 hours are over, a revoked one never. */
      status: 'active' | 'retiring' | 'revoked'
      /** When it was added. */
      created_at: string
      /** When its last 24 hours began; null if it was not retired. */
      retired_at: string | null
      /** When it was revoked; null if it was not. */
      revoked_at: string | null
      /** When it last signed somebody in, to the minute; null if never. */
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
      /** The rules, in the order in which they are checked. */
      rules: {
        /** The name of the rule. */
        rule: string
        /** Whether it was checked. False if an earlier rule failed on which it builds; then `passed` is false too. */
        checked: boolean
        /** Whether the token meets it. */
        passed: boolean
        /** What the rule expects. */
        expected: string
        /** What the token has. */
        found: string
      }[]
    }
  }
  /** Retire a signing key. The key is accepted for 24 more hours. Add and deploy its successor first. */
  'POST /signing_keys/{kid}/retire': {
    path: { kid: string }
    answer: {
      /** The key’s id, which your tokens name in their header. */
      kid: string
      /** The public key. */
      jwk: {
        /** Always `EC`. */
        kty: string
        /** Always `P-256`. */
        crv: string
        /** The x coordinate, base64url. */
        x: string
        /** The y coordinate, base64url. */
        y: string
      }
      /** An active key is accepted, a retiring one until its 24 hours are over, a revoked one never. */
      status: 'active' | 'retiring' | 'revoked'
      /** When it was added. */
      created_at: string
      /** When its last 24 hours began; null if it was not retired. */
      retired_at: string | null
      /** When it was revoked; null if it was not. */
      revoked_at: string | null
      /** When it last signed somebody in, to the minute; null if never. */
      last_used_at: string | null
    }
  }
  /**
   * Revoke a signing key now. Tokens that the key signed are no longer accepted, and neither the kid nor the key can be
   * used again. With `end_sessions`, everybody who signed in with this key is signed out at once; you can also send it
   * for a key that is already revoked.
   */
  'POST /signing_keys/{kid}/revoke': {
    path: { kid: string }
    body?: RevokeSigningKeyBody | undefined
    answer: {
      /** The key’s id, which your tokens name in their header. */
      kid: string
      /** The public key. */
      jwk: {
        /** Always `EC`. */
        kty: string
        /** Always `P-256`. */
        crv: string
        /** The x coordinate, base64url. */
        x: string
        /** The y coordinate, base64url. */
        y: string
      }
      /** An active key is accepted, a retiring one until its 24 hours are over, a revoked one never. */
      status: 'active' | 'retiring' | 'revoked'
      /** When it was added. */
      created_at: string
      /** When its last 24 hours began; null if it was not retired. */
      retired_at: string | null
      /** When it was revoked; null if it was not. */
      revoked_at: string | null
      /** When it last signed somebody in, to the minute; null if never. */
      last_used_at: string | null
    }
  }
  /**
   * List rejected sign-ins. The newest hundred refused sign-in tokens: when, by which rule, what the rule expected and
   * found, and which key the token named. The tokens themselves are never stored.
   */
  'GET /rejected_sign_ins': {
    query?: ListRejectedSignInsQuery | undefined
    answer: Page<{
      /** When it was refused. */
      at: string
      /** Why: a code of the exchange, such as `token_expired`. */
      code: string
      /** The key that the token named; null if it named none. */
      kid: string | null
      /** Where the token was sent: to the API by an app, or to the board. */
      audience: 'app' | 'board'
      /** The rule that the token broke, as in check_token. Null if it was refused for another reason, such as a ban. */
      rule: string | null
      /** What the rule asks for. */
      expected: string | null
      /** What it found: at most 300 characters, and nothing that says who the user is. */
      found: string | null
    }>
  }
  /** List the users. The newest first, including banned and erased users. */
  'GET /users': {
    query?: ListUsersQuery | undefined
    answer: Page<User>
  }
  /** Read a user. An erased user has only an id and two times left. */
  'GET /users/{id}': {
    path: { id: string }
    answer: User
  }
  /**
   * Read a user by your own id. The `sub` of your sign-in tokens, byte for byte and percent-encoded, slashes included.
   * A path cannot hold a `sub` of `.` or `..`, because most clients remove it from an address, even encoded. Find such
   * a user by `GET /v1/users?sub=`.
   */
  'GET /users/by_sub/{sub}': {
    path: { sub: string }
    answer: User
  }
  /**
   * Make or change a user by your own id. The body holds the claims of a sign-in token, by the same rules. A claim that
   * is absent is removed, as at a sign-in. Use it for an import: your server can then vote, post and comment for users
   * who have not signed in yet. A ban stays. An erased user becomes a new user. A path cannot hold a `sub` of `.` or
   * `..`: such a user is made by their first sign-in. Until the first sign-in, `last_seen_at` is when the user was
   * made.
   */
  'PUT /users/by_sub/{sub}': {
    path: { sub: string }
    body: PutUserBySubBody
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
   * Erase a user. Removes everything that identifies the person and everything they wrote that is not public, and ends
   * their sessions. Their public posts and comments stay, under the name “deleted user”. It cannot be undone.
   */
  'POST /users/{id}/erase': {
    path: { id: string }
    body?: EraseUserBody | undefined
    answer: {
      /** The user’s id. */
      id: string
      /** The user is erased. */
      state: 'erased'
    }
  }
  /** End all sessions of a user. The user can sign in again at once. */
  'DELETE /users/{id}/sessions': {
    path: { id: string }
    answer: undefined
  }
  /**
   * List the addresses that get no mail. The newest first. An address that the mail server refused for good is among
   * them, and those that you reported.
   */
  'GET /mail_suppressions': {
    query?: ListMailSuppressionsQuery | undefined
    answer: Page<MailSuppression>
  }
  /**
   * Stop mail to an address. For what your mail provider reports: bounces and complaints. The address gets no more mail
   * from this project. Repeating it changes nothing.
   */
  'POST /mail_suppressions': {
    body: CreateMailSuppressionBody
    answer: MailSuppression
  }
  /** Allow mail to an address again. */
  'DELETE /mail_suppressions/{id}': {
    path: { id: string }
    answer: undefined
  }
  /**
   * Set the logo of the project. A form with one part, the file. The picture is encoded again as WebP, as with `POST
   * /files`. The board and the widget show it to everybody, even if the board is private.
   */
  'PUT /project/logo': {
    body: Form
    answer: undefined
  }
  /** Remove the logo of the project. The board and the widget show its initial again. */
  'DELETE /project/logo': {
    answer: undefined
  }
  /**
   * Check the proof of the domain. Asks DNS for the TXT record that `domain_challenge` names. If it is there, the board
   * is served at `domain`, which becomes its canonical address and the `aud` of board tokens; the old address is
   * accepted for 24 more hours. The service also checks every hour by itself. If another project has the domain, it
   * keeps the domain while its TXT record is there; otherwise the domain moves to this project. Each request checks
   * again, even with an `Idempotency-Key` that was used before: checking twice does no harm.
   */
  'POST /project/verify_domain': {
    body?: VerifyDomainBody | undefined
    answer: Project
  }
  /**
   * Read the audit log. Everything that servers, operators and the command line did in the project, the newest first.
   */
  'GET /audit_log': {
    query?: ListAuditLogQuery | undefined
    answer: Page<{
      /** The entry’s id. */
      id: string
      /** When it was done. */
      at: string
      /** What was done, such as post.status_changed or user.banned. */
      action: string
      /** Who did it. */
      actor: {
        /** A server by its secret key, a person in the console, or the command line and the service itself. */
        kind: 'secret_key' | 'operator' | 'system'
        /**
         * The id of the secret key or the operator; null for `system`. Behind `imported:` it is an operator of the
         * installation that the project was imported from.
         */
        id: string | null
        /** The name of the secret key. */
        name: string | null
      }
      /** The id of the object of the action. */
      subject_id: string
      /** Ids and texts that belong to the action. */
      data: Record<string, unknown>
    }>
  }
  /** List the imports. The newest first. */
  'GET /imports': {
    query?: ListImportsQuery | undefined
    answer: Page<Import>
  }
  /**
   * Import records. Lines of JSON, one record each: `user`, `post`, `comment`, `vote` or `changelog_entry`; the import
   * guide lists their members. Their order does not matter. Records are known by `source` and `external_id`, so sending
   * a file again adds nothing twice. The answer comes when all lines were read and checked. Without faults the import
   * then runs by itself; with faults, or with `dry_run`, it is `checked`, nothing was changed, and you can start it. A
   * request takes at most 256 MB within 30 seconds; for larger files use `svc import`. At most 5 imports of a project
   * wait for their records or to be started; start or undo one to make room. At most 20 run, one after the other. The
   * service reads one import of a project at a time: after a 429, try again. An `Idempotency-Key` is not needed, and
   * not kept.
   */
  'POST /imports': {
    query: CreateImportQuery
    body: Lines
    answer: Import
  }
  /** Read an import. */
  'GET /imports/{id}': {
    path: { id: string }
    answer: Import
  }
  /** Start an import that was checked. What is faulty is left out. */
  'POST /imports/{id}/start': {
    path: { id: string }
    body?: StartImportBody | undefined
    answer: Import
  }
  /**
   * Undo an import. Deletes all that the import made, with what others added to its posts since and answered to its
   * comments. People stay if they signed in, if a server vouched for them, or if they did something else; statuses and
   * tags stay if other posts have them. Afterwards the same records can be imported again. An import that was not
   * started has made nothing: it is given up, and its records are deleted.
   */
  'POST /imports/{id}/undo': {
    path: { id: string }
    body?: UndoImportBody | undefined
    answer: Import
  }
  /**
   * Read what happened. The oldest first, each event once, in an order that never changes. `next_cursor` is never null.
   * At the end of the log, keep it and ask again with it; with `wait` the answer comes as soon as something happens. A
   * page may be empty before the end. Events are kept for 90 days by default.
   */
  'GET /events': {
    query?: ListEventsQuery | undefined
    answer: Page<Event>
  }
  /** List the webhooks. All of them, the oldest first. A project has at most 20. */
  'GET /webhooks': {
    answer: Page<Webhook>
  }
  /**
   * Add a webhook. From now on, each event of these types is sent to the address by POST, signed with the secret of the
   * answer. The address must be public; `url_not_allowed` says what is wrong with it.
   */
  'POST /webhooks': {
    body: CreateWebhookBody
    answer: {
      webhook: Webhook
      /** Signs what is sent: `whsec_` and 32 bytes in base64. It is shown only now. */
      secret: string
    }
  }
  /** Read a webhook. */
  'GET /webhooks/{id}': {
    path: { id: string }
    answer: Webhook
  }
  /**
   * Change a webhook, or switch it on or off. Deliveries that wait go to the new address. While it is disabled nothing
   * is sent. What happened before waits until it is enabled again; what happens meanwhile is not sent by itself: ask
   * for it with `POST /webhooks/{id}/replay`. With If-Match, the change is made only if that version is still current.
   */
  'PATCH /webhooks/{id}': {
    path: { id: string }
    body: EditWebhookBody
    answer: Webhook
  }
  /** Delete a webhook. What still waits is not sent, and its deliveries cannot be read any more. */
  'DELETE /webhooks/{id}': {
    path: { id: string }
    answer: undefined
  }
  /**
   * Make a new secret for a webhook. For 24 hours, what is sent has two signatures, one by each secret: give the new
   * one to your receiver within that time. A second rotation within the 24 hours ends the secret before.
   */
  'POST /webhooks/{id}/rotate_secret': {
    path: { id: string }
    body?: RotateWebhookSecretBody | undefined
    answer: {
      /** Signs what is sent: `whsec_` and 32 bytes in base64. It is shown only now. */
      secret: string
    }
  }
  /**
   * Send a test event to a webhook. Sends an event of the type `webhook.test` now, also to a webhook that is disabled,
   * and answers with what became of it. It is not kept and not repeated. Each request sends again, even with an
   * `Idempotency-Key` that was used before.
   */
  'POST /webhooks/{id}/test': {
    path: { id: string }
    body?: TestWebhookBody | undefined
    answer: DeliveryAttempt
  }
  /** List the deliveries of a webhook. The newest first, each with its attempts. They are kept for 30 days. */
  'GET /webhooks/{id}/deliveries': {
    path: { id: string }
    query?: ListDeliveriesQuery | undefined
    answer: Page<Delivery>
  }
  /**
   * Send all failed deliveries of a span again. Those that began to wait in this span and have failed. A request takes
   * at most 10000, the oldest first; repeat it while `redelivered` is that many.
   */
  'POST /webhooks/{id}/redeliver_failed': {
    path: { id: string }
    body: RedeliverFailedBody
    answer: {
      /** How many are sent again. */
      redelivered: number
    }
  }
  /**
   * Send events again from a point on. Everything that happened after an event or since a time is sent again, by the
   * types and conditions of the webhook: also what it had already, and what happened before it was added or while it
   * was disabled. It goes on by itself, about as fast as the receiver takes it; `is_replaying` of the webhook says
   * whether it is at its end. A second replay replaces the first. Of votes, a webhook with `reached_votes` gets none.
   */
  'POST /webhooks/{id}/replay': {
    path: { id: string }
    body: ReplayWebhookBody
    answer: undefined
  }
  /** Read a delivery. */
  'GET /deliveries/{id}': {
    path: { id: string }
    answer: Delivery
  }
  /**
   * Send a delivery again. At once, and then by the whole schedule. Its receiver gets the same `webhook-id`. One that
   * is being sent at this moment is not sent a second time.
   */
  'POST /deliveries/{id}/redeliver': {
    path: { id: string }
    body?: RedeliverBody | undefined
    answer: Delivery
  }
}
