import { type Id, isId } from '../../foundation/ids/index.ts'
import { cursorInvalid, type Page, type PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { may, type Permitted, type ProjectCall } from '../call/index.ts'
import { type Entry, type EntryFilter, type EntryPlace, type NamedEntry, stateOf } from './entry.ts'
import { selectLinkedPosts } from './links-store.ts'
import {
  orderOf,
  selectEntries,
  selectEntriesByIds,
  selectEntriesByTitle,
  selectEntry,
  type WrittenEntry,
} from './store.ts'

/**
 * Published entries, the newest first. A caller who may write entries also sees drafts and scheduled ones. Drafts, and
 * all states together, are ordered by creation, which publishing does not change.
 */
export async function listEntries(
  call: Permitted<'board:read'>,
  filter: EntryFilter,
  page: PageRequest<EntryPlace>,
): Promise<Page<Entry, EntryPlace>> {
  const isPublic = !mayWrite(call) || filter.publishedAfter !== undefined
  const seen: EntryFilter = isPublic ? { ...filter, state: 'published' } : filter
  if (page.after && page.after.by !== orderOf(seen)) throw new Problem(cursorInvalid)
  const { items, next } = await selectEntries(call, seen, page)
  return { items: await withPosts(call, items), next }
}

/** Entries of all states, the newest first: each word of the text begins a word of their title. Takes any text. */
export async function findEntries(
  call: Permitted<'changelog:write'>,
  text: string,
  most: number,
): Promise<NamedEntry[]> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  return selectEntriesByTitle(
    call,
    words.map((word) => `\\m${word}`),
    most,
  )
}

/** Only a caller who may write entries sees an entry that is not published. */
export async function getEntry(call: Permitted<'board:read'>, id: string): Promise<Entry> {
  const written = await selectEntry(call, entryId(id))
  if (!written || (stateOf(written, call.now) !== 'published' && !mayWrite(call))) throw new Problem(notFound)
  const [entry] = await withPosts(call, [written])
  if (!entry) throw new Error('Each entry comes back with its posts')
  return entry
}

/** The existing entries that the caller may see, in any order. */
export async function entriesByIds(call: ProjectCall, ids: readonly Id<'changelogEntry'>[]): Promise<Entry[]> {
  const written = await selectEntriesByIds(call, ids)
  const seen = written.filter((entry) => stateOf(entry, call.now) === 'published' || mayWrite(call))
  return withPosts(call, seen)
}

/** Accepts any text. A text that is not an entry id gets the same answer as a missing entry. */
export function entryId(text: string): Id<'changelogEntry'> {
  if (!isId('changelogEntry', text)) throw new Problem(notFound)
  return text
}

/** A caller who may write entries also sees those that are not published. */
function mayWrite(call: ProjectCall): boolean {
  return may(call, 'changelog:write')
}

async function withPosts(call: ProjectCall, entries: readonly WrittenEntry[]): Promise<Entry[]> {
  const posts = await selectLinkedPosts(
    call,
    entries.map(({ id }) => id),
    { onlyPublic: !mayWrite(call) },
  )
  return entries.map((entry) => ({ ...entry, posts: posts.get(entry.id) ?? [] }))
}
