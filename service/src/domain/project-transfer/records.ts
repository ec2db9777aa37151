import type { IdKind } from '../../foundation/ids/index.ts'
import { CategoryDescription, CategorySlug, CategoryTemplate, POSTING, VISIBLE_TO } from '../categories/index.ts'
import { EntryBody } from '../changelog/index.ts'
import { ViewQuery } from '../decisions/index.ts'
import { FieldLabel } from '../fields/index.ts'
import { LabelName } from '../labels/index.ts'
import { CommentBody } from '../posting/index.ts'
import { FLAG_COLUMNS, PostBody } from '../posts/index.ts'
import { type Text, Title } from '../texts/index.ts'

/** One kind of record: rows of a table, without the id of their project. */
export interface RecordKind {
  readonly table: string
  readonly columns: readonly string[]
  /** The columns that give the records their order. */
  readonly order: readonly string[]
  /** The column with the id of an operator. Rows that have one are not exported. */
  readonly ofOperator?: string
  /** The column with the id of a record of the same kind, which comes first. That one has none itself. */
  readonly answers?: string
  /** The kind of the column `id`. */
  readonly id?: IdKind
  /** A column that can hold the id of the project, which is written as `project`: an imported project has another id. */
  readonly namesProject?: string
  /** The column with the id of who did it, who may be an operator. */
  readonly namesActor?: string
  /** Columns with ids of other records for which the database has no foreign key, and their tables. */
  readonly refersTo?: Readonly<Record<string, string>>
  /** What these columns can hold instead of an id. */
  readonly notIds?: readonly string[]
  /** Texts that must not be longer than people may write them. */
  readonly texts?: Readonly<Record<string, Text>>
  /** How many are read at once: fewer where one can be large. */
  readonly portion?: number
}

const OF_POST = { post_id: 'posts', user_id: 'users' }
const words = (text: string) => text.split(' ')

/**
 * Everything that a project has, in the order of an export: a record comes after those that it refers to. `service/test/project-transfer/coverage.test.ts` says for
 * every other table and column why it is not here.
 */
export const RECORDS = {
  project: {
    table: 'projects',
    columns: words(
      'name is_private sign_in_url domain allowed_origins allowed_traits account_trait value_trait language requires_approval accent_color time_zone welcome_note notification_defaults logo_id created_at updated_at version',
    ),
    order: ['id'],
  },
  counter: { table: 'project_counters', columns: ['last_number'], order: ['project_id'] },
  status: {
    table: 'statuses',
    columns: words('id name category color position on_roadmap version created_at'),
    order: ['id'],
    id: 'status',
  },
  tag: { table: 'tags', columns: words('id name color version created_at'), order: ['id'], id: 'tag' },
  segment: {
    table: 'segments',
    columns: words('id name rules version created_at'),
    order: ['id'],
    id: 'segment',
    texts: { name: LabelName },
  },
  category: {
    table: 'categories',
    columns: words('id name slug description position visible_to posting template is_default version created_at'),
    order: ['id'],
    id: 'category',
    refersTo: { visible_to: 'segments', posting: 'segments' },
    notIds: [...VISIBLE_TO, ...POSTING],
    texts: { name: LabelName, slug: CategorySlug, description: CategoryDescription, template: CategoryTemplate },
  },
  field: {
    table: 'fields',
    columns: words('id key label kind options required visible_to category_ids position version created_at deleted_at'),
    order: ['id'],
    id: 'field',
    texts: { label: FieldLabel },
  },
  view: {
    table: 'decision_views',
    columns: words('id name query created_at'),
    order: ['id'],
    ofOperator: 'operator_id',
    id: 'view',
    texts: { name: LabelName, query: ViewQuery },
  },
  signing_key: {
    table: 'signing_keys',
    columns: words('kid jwk thumbprint status created_at retired_at revoked_at last_used_at'),
    order: ['kid'],
  },
  user: {
    table: 'users',
    columns: words(
      'id sub email email_verified given_name family_name locale traits state ban_reason name_choice custom_name name_locked notification_choices created_at last_seen_at version',
    ),
    order: ['id'],
    id: 'user',
  },
  file: {
    table: 'files',
    columns: words('id user_id shown_by idle_since width height large small created_at'),
    order: ['id'],
    id: 'file',
    namesProject: 'shown_by',
    portion: 4,
  },
  post: {
    table: 'posts',
    columns: [
      ...words('id number title body author_id tag_ids'),
      ...FLAG_COLUMNS,
      ...words(
        'field_values moderation_state merged_into_id imported_vote_count created_at edited_at deleted_at version',
      ),
    ],
    order: ['id'],
    id: 'post',
    texts: { title: Title, body: PostBody },
  },
  standing: {
    table: 'post_standings',
    columns: words('post_id status_id category_id is_listed vote_count comment_count trend created_at updated_at'),
    order: ['post_id'],
  },
  post_edit: {
    table: 'post_edits',
    columns: words('post_id version title body edited_at editor_kind editor_id'),
    order: ['post_id', 'version'],
    namesActor: 'editor_id',
    texts: { title: Title, body: PostBody },
  },
  comment: {
    table: 'comments',
    columns: words(
      'id post_id parent_id author_id body is_official is_internal moderation_state merged_path created_at edited_at deleted_at version',
    ),
    order: ['id'],
    answers: 'parent_id',
    id: 'comment',
    texts: { body: CommentBody },
  },
  vote: {
    table: 'votes',
    columns: words('post_id user_id created_at merged_from note account account_value'),
    order: ['post_id', 'user_id'],
    refersTo: OF_POST,
  },
  follow: {
    table: 'follows',
    columns: words('post_id user_id created_at merged_from'),
    order: ['post_id', 'user_id'],
    refersTo: OF_POST,
  },
  moderation_item: {
    table: 'moderation_items',
    columns: words('subject_id is_pending report_count opened_at closed_at'),
    order: ['subject_id'],
  },
  report: {
    table: 'reports',
    columns: words('subject_id user_id reason created_at settled_at'),
    order: ['subject_id', 'user_id'],
  },
  changelog_entry: {
    table: 'changelog_entries',
    columns: words('id title body publish_at announced_at version created_at updated_at'),
    order: ['id'],
    id: 'changelogEntry',
    texts: { title: Title, body: EntryBody },
  },
  changelog_post: {
    table: 'changelog_posts',
    columns: words('entry_id post_id position'),
    order: ['entry_id', 'post_id'],
  },
  likeness: {
    table: 'post_likenesses',
    columns: words('post_id other_id compared_at is_distinct'),
    order: ['post_id'],
  },
  duplicate: {
    table: 'duplicate_suggestions',
    columns: words('post_id other_id score state found_at'),
    order: ['post_id', 'other_id'],
  },
  event: {
    table: 'events_kept',
    columns: words('id type at actor_kind actor_id subject_id post_id data'),
    order: ['id'],
    id: 'event',
    namesProject: 'subject_id',
    namesActor: 'actor_id',
  },
  notification: {
    table: 'notifications',
    columns: words(
      'user_id event_id type post_id comment_id changelog_entry_id status_id actor_kind actor_id created_at read_at',
    ),
    order: ['user_id', 'event_id'],
    namesActor: 'actor_id',
    refersTo: OF_POST,
  },
  mail_suppression: {
    table: 'mail_suppressions',
    columns: words('id email reason created_at'),
    order: ['id'],
    id: 'mailSuppression',
  },
  mail_mute: {
    table: 'mail_mutes',
    columns: words('user_id post_id created_at'),
    order: ['user_id', 'post_id'],
    refersTo: OF_POST,
  },
  day: {
    table: 'project_days',
    columns: words('day posts votes comments sign_ins counted_at is_late'),
    order: ['day'],
  },
  refusal_day: { table: 'refusal_days', columns: words('day code refusals'), order: ['day', 'code'] },
} as const satisfies Record<string, RecordKind>

export type RecordType = keyof typeof RECORDS

export const RECORD_TYPES = Object.keys(RECORDS) as RecordType[] // its own keys

export function kindOf(type: RecordType): RecordKind {
  return RECORDS[type]
}
