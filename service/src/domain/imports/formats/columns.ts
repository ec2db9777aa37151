import { isObject } from '../../../foundation/json/index.ts'
import { type Field, KEY_PATTERN, MOST_FIELDS } from '../../fields/index.ts'
import { STATUS_CATEGORIES, type StatusCategory } from '../../statuses/index.ts'
import { DATE_ORDERS, type DateOrder } from './dates.ts'
import { unreadable } from './lines.ts'

/** What a column can be. A post has one row; votes and comments name their post. */
export const TARGETS = [
  'external_id',
  'title',
  'body',
  'author.external_id',
  'author.sub',
  'author.email',
  'author.name',
  'status',
  'tags',
  'imported_vote_count',
  'created_at',
  'merged_into',
  'is_pinned',
  'is_internal',
  'is_official',
  'comments_locked',
  'post',
  'parent',
  'user.external_id',
  'user.sub',
  'user.email',
  'user.name',
] as const
export type Target = (typeof TARGETS)[number]
export const ROW_TYPES = ['post', 'comment', 'vote'] as const
export type RowType = (typeof ROW_TYPES)[number]

/** Which column of a file becomes which member of a record. */
export interface ColumnMap {
  readonly type: RowType
  readonly columns: Readonly<Partial<Record<Target, string>>>
  /** The columns with values of fields, by the keys of the fields. Columns that are called `field.<key>` need not be named; an empty text leaves one out. */
  readonly fields?: Readonly<Record<string, string>>
  /** The category of a status, by its name. */
  readonly statuses?: Readonly<Record<string, StatusCategory>>
  /** What comes first in its dates. Without it, that is guessed. */
  readonly dates?: DateOrder
}

/** The names that columns have in other tools, in the order in which they are tried; without case, spaces and punctuation. */
const NAMES: Readonly<Record<Target, readonly string[]>> = {
  external_id: ['id', 'externalid', 'postid', 'ideaid', 'suggestionid', 'commentid', 'url', 'link'],
  title: ['title', 'idea', 'name', 'subject', 'summary', 'feature', 'request'],
  body: ['body', 'details', 'description', 'text', 'content', 'comment', 'value'],
  'author.external_id': ['authorid', 'creatorid'],
  'author.sub': ['authorsub', 'authoruserid'],
  'author.email': ['authoremail', 'creatoremail', 'useremail', 'email', 'createdbyemail'],
  'author.name': ['authorname', 'author', 'creatorname', 'creator', 'username', 'createdby'],
  status: ['status', 'state', 'statusname'],
  tags: ['tags', 'labels', 'category', 'categories', 'board', 'forum'],
  imported_vote_count: ['votes', 'votecount', 'score', 'votescount', 'supporters', 'supporterscount', 'upvotes'],
  created_at: ['createdat', 'created', 'date', 'createddate', 'postedat', 'time'],
  merged_into: ['mergedinto', 'duplicateof'],
  is_pinned: ['pinned', 'ispinned'],
  is_internal: ['internal', 'isinternal', 'private'],
  is_official: ['official', 'isofficial'],
  comments_locked: ['locked', 'commentslocked'],
  post: ['post', 'postid', 'ideaid', 'suggestionid', 'posttitle', 'posturl'],
  parent: ['parent', 'parentid', 'inreplyto'],
  'user.external_id': ['userid', 'voterid'],
  'user.sub': ['sub', 'voteruserid'],
  'user.email': ['useremail', 'voteremail', 'email'],
  'user.name': ['username', 'votername', 'voter', 'user'],
}

const OF_POST: readonly Target[] = TARGETS.filter(
  (target) =>
    target !== 'post' &&
    target !== 'parent' &&
    !target.startsWith('user.') &&
    !target.startsWith('is_i') &&
    !target.startsWith('is_o'),
)
const OF_COMMENT: readonly Target[] = [
  'post',
  'parent',
  'external_id',
  'body',
  'author.external_id',
  'author.sub',
  'author.email',
  'author.name',
  'created_at',
  'is_internal',
  'is_official',
]
const OF_VOTE: readonly Target[] = ['post', 'user.external_id', 'user.sub', 'user.email', 'user.name', 'created_at']
export const TARGETS_OF: Readonly<Record<RowType, readonly Target[]>> = {
  post: OF_POST,
  comment: OF_COMMENT,
  vote: OF_VOTE,
}

/** Without a column for it there is no record. */
export const NEEDED: Readonly<Record<RowType, Target>> = { post: 'title', comment: 'post', vote: 'post' }

/** A guess by the names of the columns. Each column is used once: what every post has comes first, then the fields of the project. */
export function guessColumns(
  headers: readonly string[],
  type: RowType = guessType(headers),
  fields: readonly Field[] = [],
): ColumnMap {
  const free = new Map(headers.map((header) => [plainName(header), header]))
  const columns: Partial<Record<Target, string>> = {}
  for (const target of TARGETS_OF[type]) {
    const name = NAMES[target].find((known) => free.has(known))
    if (name === undefined) continue
    columns[target] = free.get(name) ?? ''
    free.delete(name)
  }
  const guessed = type === 'post' ? guessFields(free, fields) : {}
  return { type, columns, ...(Object.keys(guessed).length > 0 && { fields: guessed }) }
}

/** By `field.<key>`, the label or the key. */
function guessFields(free: Map<string, string>, fields: readonly Field[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { key, label } of fields) {
    const name = [`field.${key}`, label, key].map(plainName).find((known) => known !== '' && free.has(known))
    if (name === undefined) continue
    found[key] = free.get(name) ?? ''
    free.delete(name)
  }
  return found
}

function guessType(headers: readonly string[]): RowType {
  const names = new Set(headers.map(plainName))
  const has = (target: Target) => NAMES[target].some((name) => names.has(name))
  if (has('title') || !has('post')) return 'post' // most tables are ideas, under whatever names
  return has('body') ? 'comment' : 'vote'
}

export function plainName(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Reads a map that somebody wrote: `{"type": "post", "columns": {"title": "Idea"}}`. */
export function readColumnMap(value: unknown): ColumnMap {
  const map = value as Partial<ColumnMap> | null // each member is checked next
  const type = ROW_TYPES.find((known) => known === map?.type)
  if (!type) throw unreadable('The map needs a type: post, comment or vote.')
  const columns: Partial<Record<Target, string>> = {}
  for (const [name, column] of Object.entries(map?.columns ?? {})) {
    const target = TARGETS_OF[type].find((known) => known === name)
    if (!target)
      throw unreadable(
        `The map names ${JSON.stringify(name.slice(0, 40))}. A ${type} has ${TARGETS_OF[type].join(', ')}.`,
      )
    if (typeof column !== 'string' || !isText(column)) throw unreadable(`The map must name the column of ${target}.`)
    columns[target] = column
  }
  const fields = fieldsIn(map?.fields)
  for (const [name, category] of Object.entries(map?.statuses ?? {})) {
    if (!isText(name)) throw unreadable('The map names a status that is no text.')
    if (!STATUS_CATEGORIES.includes(category))
      throw unreadable(`The categories of statuses are ${STATUS_CATEGORIES.join(', ')}.`)
  }
  const dates = DATE_ORDERS.find((known) => known === map?.dates)
  if (map?.dates !== undefined && !dates) throw unreadable(`The dates of a map are ${DATE_ORDERS.join(', ')}.`)
  return {
    type,
    columns,
    ...(fields && { fields }),
    ...(map?.statuses && { statuses: map.statuses }),
    ...(dates && { dates }),
  }
}

function fieldsIn(fields: unknown): Readonly<Record<string, string>> | undefined {
  if (fields === undefined) return undefined
  const isMap = isObject(fields) && Object.keys(fields).length <= MOST_FIELDS
  const entries = isMap ? Object.entries(fields) : []
  if (!isMap || !entries.every(([key, column]) => KEY.test(key) && typeof column === 'string' && isText(column)))
    throw unreadable('The fields of a map name a column for the key of each field.')
  return Object.fromEntries(entries.map(([key, column]) => [key, String(column)]))
}

/** The columns with values of fields, by the keys of the fields: those that the map names, and those that are called `field.<key>`. */
export function fieldColumns(
  { type, fields = {}, columns }: ColumnMap,
  names: readonly string[],
): Readonly<Record<string, string>> {
  if (type !== 'post') return {}
  const used = new Set(Object.values(columns))
  const called = names.filter((name) => name.startsWith('field.') && KEY.test(name.slice(6)) && !used.has(name))
  const all = { ...Object.fromEntries(called.map((name) => [name.slice(6), name])), ...fields }
  return Object.fromEntries(Object.entries(all).filter(([, column]) => column !== ''))
}

const KEY = new RegExp(KEY_PATTERN)

/** Whether the database can keep it. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}
