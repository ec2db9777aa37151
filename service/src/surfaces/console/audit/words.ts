import type { AuditEntry, EventKind, EventType } from '../../../domain/events/index.ts'

/** What was done; {} is what it was done to, by its name where it still has one. */
export const SENTENCES: Readonly<Record<EventType, string>> = {
  'post.created': 'wrote {}',
  'post.updated': 'changed {}',
  'post.status_changed': 'gave {} another status',
  'post.deleted': 'deleted {}',
  'post.merged': 'merged {} into another',
  'post.unmerged': 'undid the merge of {}',
  'post.approved': 'approved {}',
  'post.rejected': 'rejected {}',
  'post.reported': 'reported {}',
  'vote.cast': 'voted for {} on behalf of somebody',
  'vote.withdrawn': 'withdrew somebody’s vote for {}',
  'follow.started': 'followed {} on behalf of somebody',
  'follow.ended': 'stopped somebody from following {}',
  'comment.created': 'wrote {}',
  'comment.updated': 'changed {}',
  'comment.deleted': 'deleted {}',
  'comment.approved': 'approved {}',
  'comment.rejected': 'rejected {}',
  'comment.reported': 'reported {}',
  'changelog.created': 'wrote {}',
  'changelog.updated': 'changed {}',
  'changelog.published': 'published {}',
  'changelog.deleted': 'deleted {}',
  'status.created': 'added {}',
  'status.updated': 'changed {}',
  'status.deleted': 'deleted {}',
  'tag.created': 'added {}',
  'tag.updated': 'changed {}',
  'tag.deleted': 'deleted {}',
  'project.created': 'made {}',
  'project.updated': 'changed the settings',
  'project.domain_verified': 'proved the domain of the board',
  'project.domain_lost': 'lost the domain of the board to another project that proved it',
  'signing_key.added': 'added {}',
  'signing_key.retired': 'retired {}',
  'signing_key.revoked': 'revoked {}',
  'signing_key.sessions_ended': 'ended the sessions that began with {}',
  'secret_key.created': 'made {}',
  'secret_key.revoked': 'revoked {}',
  'user.created': 'made {}',
  'user.updated': 'changed {}',
  'user.banned': 'banned {}',
  'user.ban_reason_changed': 'changed the reason for the ban of {}',
  'user.unbanned': 'lifted the ban of {}',
  'user.erased': 'erased {}',
  'user.sessions_ended': 'ended the sessions of {}',
  'operator.entered': 'entered the console',
  'operator.invited': 'invited somebody',
  'operator.joined': 'joined the project',
  'operator.role_changed': 'changed somebody’s role',
  'operator.removed': 'removed somebody from the project',
  'operator.invitation_withdrawn': 'withdrew an invitation',
  'operator.link_made': 'made a link that opens the console',
  'operator.owns_all_given': 'made somebody an owner of everything',
  'operator.owns_all_taken': 'took back that somebody owns everything',
  'operator.signed_out': 'ended sessions of the console',
  'operator.confirmation_asked': 'ended somebody’s sessions in this project',
  'operator.passkey_added': 'added a passkey of their own',
  'operator.passkey_removed': 'removed a passkey',
}

/** The name for a thing that no longer exists. */
const NOUNS: Readonly<Partial<Record<string, string>>> = {
  pst: 'a post that is gone',
  cmt: 'a comment that is gone',
  chg: 'an entry of the changelog',
  sts: 'a status that is gone',
  tag: 'a tag that is gone',
  usr: 'a user',
  prj: 'the project',
  sec: 'a secret key',
}

/** Keys have ids that their owner chose, which say nothing about their kind. */
export function nounOf({ action, subjectId }: AuditEntry): string {
  if (action.startsWith('signing_key.')) return `the signing key ${subjectId}`
  return NOUNS[subjectId.slice(0, subjectId.indexOf('_'))] ?? subjectId
}

/** By which the log can be read, in the order people ask for them. */
export const KINDS: readonly (readonly [EventKind, string])[] = [
  ['user', 'Users'],
  ['post', 'Posts'],
  ['comment', 'Comments'],
  ['changelog', 'Changelog'],
  ['status', 'Statuses'],
  ['tag', 'Tags'],
  ['project', 'Settings'],
  ['signing_key', 'Signing keys'],
  ['secret_key', 'Secret keys'],
  ['operator', 'People'],
]

/** What the API calls otherwise than people do. */
const MEMBERS: Readonly<Record<string, string>> = {
  body: 'text',
  post_ids: 'posts',
  tag_ids: 'tags',
  publish_at: 'time',
}

const SESSIONS: Readonly<Record<string, string>> = {
  this: 'their own, on this device',
  others: 'their own, on other devices',
  all: 'all of their own',
}

/** What else the log knows of it, where that helps: which settings, which role, which status. */
export function detailOf({ action, data }: AuditEntry, statusName: (id: string) => string): string | undefined {
  const words = (value: unknown) => (typeof value === 'string' ? value.replaceAll('_', ' ') : '')
  if (action === 'post.status_changed') {
    return `from ${statusName(String(data.from_status_id))} to ${statusName(String(data.to_status_id))}`
  }
  if (Array.isArray(data.members)) return data.members.map((one) => MEMBERS[String(one)] ?? words(one)).join(', ')
  const who = typeof data.email === 'string' ? `${data.email} ` : ''
  if (action === 'operator.role_changed') return `${who}from ${words(data.from)} to ${words(data.to)}`
  if (action === 'operator.removed')
    return data.from === undefined ? `${who}from the console` : `${who}who was ${words(data.from)}`
  if (action === 'operator.passkey_removed') return who.trim() || 'of their own'
  if (action === 'operator.signed_out') return who || SESSIONS[words(data.sessions)]
  if (typeof data.domain === 'string') return data.trusted ? `${data.domain}, trusted without a record` : data.domain
  if (data.role !== undefined) return `${who}as ${words(data.role)}`
  if (action.startsWith('operator.') && who) return who.trim()
  if (Array.isArray(data.scopes)) return `with ${data.scopes.map(String).join(', ')}`
  return undefined
}
