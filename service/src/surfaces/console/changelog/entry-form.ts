import { type Entry, type EntryState, MOST_LINKS } from '../../../domain/changelog/index.ts'
import { textsIn } from '../../pages/index.ts'
import { readText, readUtcTime, versionIn } from '../shared/form-values.ts'

/** The fields of the form of a changelog entry. */
export interface EntryForm {
  readonly title: string
  readonly body: string
  readonly postIds: readonly string[]
  /** As datetime-local writes it, in UTC. */
  readonly publishAt: string
  /** The version that was read; undefined: the entry does not exist yet. */
  readonly version: number | undefined
}

export const EMPTY_ENTRY_FORM: EntryForm = { title: '', body: '', postIds: [], publishAt: '', version: undefined }

export function readEntryForm(members: Readonly<Record<string, unknown>>): EntryForm {
  return {
    title: readText(members.title),
    body: readText(members.body),
    postIds: [...new Set(textsIn(members.post_ids))].slice(0, MOST_LINKS),
    publishAt: readText(members.publish_at),
    version: versionIn(members.version),
  }
}

export function entryFormOf({ title, body, posts, publishAt, version }: Entry): EntryForm {
  return {
    title,
    body,
    postIds: posts.map(({ id }) => id),
    publishAt: publishAt ? publishAt.toISOString().slice(0, 16) : '',
    version,
  }
}

/** The publication that the pressed button stands for. A scheduled entry is saved with the time of the form. */
export function publicationIn(
  act: string,
  { publishAt }: EntryForm,
  before: EntryState | undefined,
): { readonly state?: EntryState; readonly publishAt?: Date } {
  switch (act) {
    case 'schedule':
      return { state: 'scheduled', publishAt: readUtcTime({ publish_at: publishAt }, 'publish_at') }
    case 'publish':
      return { state: 'published' }
    case 'draft':
      return { state: 'draft' }
    default:
      if (before === undefined) return { state: 'draft' }
      return before === 'scheduled'
        ? { state: 'scheduled', publishAt: readUtcTime({ publish_at: publishAt }, 'publish_at') }
        : {}
  }
}
