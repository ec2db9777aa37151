import { expect, test } from 'vitest'
import { RECORDS, type RecordKind } from '../../src/domain/project-transfer/records.ts'
import { sharedService } from '../harness/service.ts'

const MADE_AGAIN = 'Made again from the text when it is imported.'
const PLACE = 'Belongs to the place where the project runs.'
const TEAM = 'Operators belong to an installation, and are invited again.'
const SECRET = 'A secret, or the hash of one.'
const UNDO = 'For repeating and undoing an import here. What it brought is exported.'
const COUNTED = 'Counted again when somebody looks.'
const SHORT = 'Kept for hours at most, for what is under way.'

/** Why a table is not in the export of a project. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: PLACE,
  service_keys: SECRET,
  service_places: PLACE,
  event_base: PLACE,
  event_readers: PLACE,
  secret_keys: SECRET,
  sessions: SECRET,
  board_codes: SECRET,
  idempotency_records: SECRET,
  used_tokens: SHORT,
  erased_subs: SHORT,
  rejected_sign_ins: 'The latest refusals, for whoever sets up the sign-in here. Their numbers by day are exported.',
  operators: TEAM,
  operator_roles: TEAM,
  operator_invitations: TEAM,
  operator_links: SECRET,
  operator_sessions: SECRET,
  operator_passkeys: TEAM,
  operator_challenges: SECRET,
  operator_mail_choices: TEAM,
  former_board_addresses: PLACE,
  language_changes: SHORT,
  post_moves: SHORT,
  search_words: 'Learned again from the posts.',
  search_dictionaries: 'Learned again from the posts.',
  words_to_forget: SHORT,
  duplicate_checks: 'Posts are compared again when somebody looks.',
  project_segments: COUNTED,
  segment_counts: COUNTED,
  insight_views: COUNTED,
  insight_changes: COUNTED,
  insight_due: COUNTED,
  accounts: COUNTED,
  post_accounts: COUNTED,
  post_insights: COUNTED,
  file_removals: SHORT,
  notification_rounds: SHORT,
  mails: 'What this installation sent in the last thirty days; another one did not send it.',
  webhooks: 'The address of a webhook is often a secret, and two installations must not call the same receiver.',
  webhook_secrets: SECRET,
  webhook_deliveries: 'Of webhooks, which are not exported.',
  webhook_reached: 'Of webhooks, which are not exported.',
  imports: UNDO,
  import_records: UNDO,
  import_merges: UNDO,
  withdrawn_votes: UNDO,
  import_rows: SHORT,
  import_uploads: 'Files that wait for a day at most until somebody imports them.',
  import_upload_pieces: 'Files that wait for a day at most until somebody imports them.',
}

/** Why a column of an exported table is not in its record. `project_id` is in none. */
const OMITTED: Readonly<Record<string, string>> = {
  'projects.id': 'An imported project has a new one.',
  'projects.slug': 'In the head of the export; an import may choose another.',
  'projects.publishable_key': 'An imported project has a new one.',
  'projects.domain_claimed_at': PLACE,
  'projects.verified_domain': 'A domain is proven again.',
  'projects.domain_verified_at': 'A domain is proven again.',
  'projects.domain_challenge': 'An imported project has a new one.',
  'users.is_imported': UNDO,
  'users.session_epoch': 'Sessions are not exported.',
  'signing_keys.sessions_ended_at': 'Sessions are not exported.',
  'decision_views.operator_id': TEAM,
  'segments.people_count': 'Counted again when somebody asks.',
  'segments.counted_at': 'Counted again when somebody asks.',
  'posts.body_html': MADE_AGAIN,
  'posts.search': MADE_AGAIN,
  'posts.reach': 'Computed from the votes of its standing.',
  'posts.lift': 'Computed from the votes of its standing.',
  'post_standings.revision': 'Counts changes for pages of lists that are open here.',
  'comments.body_html': MADE_AGAIN,
  'changelog_entries.body_html': MADE_AGAIN,
  'project_days.removed_sign_ins': 'Sessions are not exported, and `sign_ins` has those that were removed.',
  'votes.import_number': UNDO,
  'follows.import_number': UNDO,
  'events_kept.month':
    'Votes and follows, which have one, are exported by themselves; their events are dropped after some weeks.',
  'events_kept.tx': 'The place in the log of this installation. Nobody is told of imported events.',
  'events_kept.seq': 'The place in the log of this installation. Nobody is told of imported events.',
}

// Guarantees that nothing a project has is forgotten: a new table or column fails here until it is exported or has a reason.
test('every table and every column is in the export or has a reason why not', async () => {
  const { database } = await sharedService()
  const rows = await database.sql<{ table: string; name: string }[]>`
    select c.relname as table, a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace
      and ((c.relkind = 'r' and not c.relispartition) or c.relname = 'events_kept')`
  const kinds: readonly RecordKind[] = Object.values(RECORDS)
  const exported = new Map(kinds.map(({ table, columns }) => [table, columns]))
  const tables = Map.groupBy(rows, ({ table }) => table)
  expect([...tables.keys()].filter((table) => !exported.has(table)).sort()).toEqual(Object.keys(LEFT_OUT).sort())
  const missing = rows
    .filter(({ table, name }) => exported.get(table)?.includes(name) === false && name !== 'project_id')
    .map(({ table, name }) => `${table}.${name}`)
  expect(missing.sort()).toEqual(Object.keys(OMITTED).sort())
  const there = new Set(rows.map(({ table, name }) => `${table}.${name}`))
  const listed = kinds.flatMap(({ table, columns }) => columns.map((name) => `${table}.${name}`))
  expect(listed.filter((name) => !there.has(name))).toEqual([])
})
