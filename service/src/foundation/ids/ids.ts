import { leastIdAt, sortableId } from './uuid-v7.ts'

/** The one registry of prefixes. A kind is added here before anything can be named with it. */
const PREFIXES = {
  project: 'prj',
  user: 'usr',
  post: 'pst',
  comment: 'cmt',
  status: 'sts',
  tag: 'tag',
  category: 'cat',
  segment: 'seg',
  field: 'fld',
  view: 'viw',
  changelogEntry: 'chg',
  secretKey: 'sec',
  operator: 'opr',
  webhook: 'whk',
  event: 'evt',
  delivery: 'dlv',
  auditRow: 'aud',
  request: 'req',
  file: 'fil',
  notification: 'ntf',
  mail: 'mal',
  mailSuppression: 'sup',
  import: 'imp',
  upload: 'upl',
} as const

export type IdKind = keyof typeof PREFIXES
export type Id<Kind extends IdKind> = `${(typeof PREFIXES)[Kind]}_${string}`

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids sort by creation: the UUIDv7 inside begins with the time, and base32 keeps the order of its bits. */
export function newId<Kind extends IdKind>(kind: Kind): Id<Kind> {
  return `${PREFIXES[kind]}_${sortableId()}`
}

/** The smallest id that can have been made at a moment. */
export function idAt<Kind extends IdKind>(kind: Kind, time: Date): Id<Kind> {
  return `${PREFIXES[kind]}_${leastIdAt(Math.max(0, time.getTime()))}`
}

const patterns = new Map<IdKind, RegExp>()

/** Tells an id from any other text without a look-up; a malformed id is simply an object that does not exist. */
export function isId<Kind extends IdKind>(kind: Kind, text: string): text is Id<Kind> {
  let pattern = patterns.get(kind)
  if (!pattern) {
    pattern = new RegExp(idPattern(kind)) // made once: every request tests ids
    patterns.set(kind, pattern)
  }
  return pattern.test(text)
}

/** 128 bits in 26 characters leave the two highest bits unused, so the first character is at most 7. */
export function idPattern(kind: IdKind): string {
  return `^${PREFIXES[kind]}_[0-7][${CROCKFORD}]{25}$`
}
