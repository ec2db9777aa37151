import type { OperatorCall } from '../../../domain/call/index.ts'
import { type Field, findable, KEY_PATTERN } from '../../../domain/fields/index.ts'
import { findHiddenPosts, findPosts, type HiddenState, type Texts } from '../../../domain/posts/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import { type ListedPosts, listedPostsIn, type Query, textOf } from '../../pages/index.ts'

const HIDDEN_STATES = ['pending', 'rejected', 'merged'] as const satisfies readonly HiddenState[]

/** The filters in the address of the table. */
export interface PostQuery extends ListedPosts {
  readonly state?: HiddenState
  readonly size?: '100'
  /** The id of a segment to which one of the voters belongs. */
  readonly segment?: string
  /** By the keys of fields: only posts with these values. */
  readonly fields?: Readonly<Record<string, string>>
  /** The id of the import that made them. */
  readonly import?: string
}

/** Without the fields of the project, filters by fields are not checked. */
export function readPostQuery(query: Query, known?: readonly Field[]): PostQuery {
  const state = HIDDEN_STATES.find((state) => state === query.state)
  const from = textOf(query.import)
  const segment = textOf(query.segment)
  const fields = known ? findable(known, fieldsIn(query)) : fieldsIn(query)
  return {
    ...listedPostsIn(query),
    ...(state && { state }),
    ...(query.size === '100' && { size: '100' }),
    ...(segment && { segment }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(from && { import: from }),
  }
}

const ASKED = new RegExp(KEY_PATTERN.replace('^', '^field\\.'))

function fieldsIn(query: Query): Readonly<Record<string, string>> {
  const asked = Object.entries(query).filter(([name, value]) => ASKED.test(name) && textOf(value))
  return Object.fromEntries(asked.map(([name, value]) => [name.slice('field.'.length), textOf(value) ?? '']))
}

export function addressOf(base: string, query: PostQuery, more: Readonly<Record<string, string>> = {}): string {
  return withQuery(`${base}/posts`, query, more)
}

/** The same list as a file. */
export function csvAddressOf(base: string, { size: _, ...query }: PostQuery): string {
  return withQuery(`${base}/posts.csv`, query)
}

function withQuery(path: string, query: PostQuery, more: Readonly<Record<string, string>> = {}): string {
  const text = queryText(query, more)
  return `${path}${text && `?${text}`}`
}

/** The query of an address, with a part for each field: `field.<key>`. */
export function queryText({ fields = {}, ...query }: PostQuery, more: Readonly<Record<string, string>>): string {
  const asked = Object.fromEntries(Object.entries(fields).map(([key, value]) => [`field.${key}`, value]))
  return new URLSearchParams({ ...query, ...asked, ...more }).toString()
}

export function postsOf(
  call: OperatorCall<'moderation:read'>,
  { size: _, state, ...query }: PostQuery,
  page: PageRequest<never>,
  texts: Texts = 'beginning',
) {
  if (state) return findHiddenPosts(call, state, query, page, texts)
  return findPosts(call, query, page, { usual: 'new', texts })
}
