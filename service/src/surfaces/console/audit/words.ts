import { type ConsoleWords, isConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { AuditEntry, EventKind } from '../../../domain/events/index.ts'

/** The kinds by which the log can be filtered; those that people need most come first. */
export const KINDS = [
  'user',
  'post',
  'comment',
  'changelog',
  'status',
  'category',
  'field',
  'segment',
  'view',
  'tag',
  'project',
  'signing_key',
  'secret_key',
  'webhook',
  'import',
  'mail_suppression',
  'operator',
] as const satisfies readonly EventKind[]

/** The name for a thing that no longer exists. */
export function nounOf(words: ConsoleWords, { action, subjectId }: AuditEntry): string {
  // Keys have ids that their owner chose, which say nothing about their kind.
  if (action.startsWith('signing_key.')) return words.say('audit_signing_key', { id: subjectId })
  return sayIfKnown(words, `audit_gone_${subjectId.slice(0, subjectId.indexOf('_'))}`) ?? subjectId
}

/** Details of an entry, if they help: which settings, which role, which status. */
export function detailOf(
  words: ConsoleWords,
  { action, data }: AuditEntry,
  statusName: (id: string) => string,
): string | undefined {
  if (action === 'post.status_changed') {
    const [from, to] = [statusName(String(data.from_status_id)), statusName(String(data.to_status_id))]
    return words.say('audit_from_to', { from, to })
  }
  if (Array.isArray(data.members)) return data.members.map((one) => memberName(words, String(one))).join(', ')
  if (action === 'webhook.disabled') return sayIfKnown(words, `audit_webhook_${data.reason}`)
  if (action.startsWith('operator.')) return operatorDetail(words, action, data)
  if (typeof data.domain === 'string') {
    return data.trusted ? words.say('audit_domain_trusted', { domain: data.domain }) : data.domain
  }
  if (Array.isArray(data.scopes)) return words.say('audit_scopes', { scopes: data.scopes.map(String).join(', ') })
  return undefined
}

function operatorDetail(words: ConsoleWords, action: string, data: AuditEntry['data']): string | undefined {
  const { email, from, to, role, sessions, kind, is_on: isOn } = data
  const about = (more: string) => (typeof email === 'string' ? `${email} ${more}` : more)
  if (action === 'operator.role_changed') {
    return about(words.say('audit_from_to', { from: spaced(from), to: spaced(to) }))
  }
  if (action === 'operator.removed') {
    return about(from === undefined ? words.say('audit_from_console') : words.say('audit_was', { role: spaced(from) }))
  }
  if (role !== undefined) return about(words.say('audit_as', { role: spaced(role) }))
  if (typeof email === 'string') return email
  if (action === 'operator.mail_changed') {
    const name = sayIfKnown(words, `team_mails_kind_${kind}`) ?? spaced(kind)
    return words.say(isOn ? 'audit_mail_on' : 'audit_mail_off', { name })
  }
  if (action === 'operator.passkey_removed') return words.say('audit_own')
  return action === 'operator.signed_out' ? sayIfKnown(words, `audit_sessions_${sessions}`) : undefined
}

/** Most have the same name as in the API. */
function memberName(words: ConsoleWords, member: string): string {
  return sayIfKnown(words, `audit_member_${member}`) ?? spaced(member)
}

function sayIfKnown(words: ConsoleWords, key: string): string | undefined {
  return isConsoleKey(key) ? words.say(key) : undefined
}

function spaced(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : ''
}
