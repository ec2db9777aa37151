import { type Id, isId, newId } from '../../foundation/ids/index.ts'
import { notFound, Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { previewText } from '../files/index.ts'
import { deleteFilesAt, renderText, renderTextAgain } from '../files/inside.ts'
import { Markdown, readBody, readEach, readTitle } from '../texts/index.ts'
import { recordPublication } from './announce.ts'
import { entryId, getEntry } from './changelog.ts'
import { type Entry, stateOf } from './entry.ts'
import { linkPosts, unlinkPosts } from './links-store.ts'
import { type Publication, publicationOf } from './publication.ts'
import { holdEntry, insertEntry, removeEntry, updateEntry } from './store.ts'

export const EntryBody = Markdown(20_000)
export const MOST_LINKS = 50

export interface EntryDraft extends Publication {
  readonly title: string
  readonly body: string
  readonly postIds?: readonly string[]
}

export function writeEntry(call: Permitted<'changelog:write'>, draft: EntryDraft): Promise<Entry> {
  const { now } = call
  const { title, body, publishAt } = readEach({
    title: () => readTitle(draft.title),
    body: () => readBody(draft.body, EntryBody),
    publishAt: () => publicationOf(draft, { publishAt: undefined }, now),
  })
  const id = newId('changelogEntry')
  const isPublished = stateOf({ publishAt }, now) === 'published'
  return inTransaction(call, async (call) => {
    await insertEntry(call, {
      id,
      title,
      body,
      bodyHtml: await renderText(call, id, body),
      publishAt,
      announcedAt: isPublished ? now : undefined,
    })
    await link(call, id, draft.postIds ?? [])
    await recordEvent(call, { type: 'changelog.created', subject: id })
    if (isPublished && publishAt) await recordPublication(call, id, publishAt)
    return getEntry(call, id)
  })
}

/** Publishing an entry again after it was a draft does not announce it again. */
export function changeEntry(
  call: Permitted<'changelog:write'>,
  id: string,
  patch: Partial<EntryDraft>,
  versions: readonly number[] | undefined,
): Promise<Entry> {
  return inTransaction(call, async (call) => {
    const held = await holdEntry(call, entryId(id))
    if (!held) throw new Problem(notFound)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    const { title, body, publishAt } = readEach({
      title: () => (patch.title === undefined ? undefined : readTitle(patch.title)),
      body: () => (patch.body === undefined ? undefined : readBody(patch.body, EntryBody)),
      publishAt: () => publicationOf(patch, held, call.now),
    })
    const announces = !held.announcedAt && stateOf({ publishAt }, call.now) === 'published'
    const before = await getEntry(call, held.id)
    await updateEntry(call, held.id, {
      title,
      body,
      bodyHtml: body === undefined ? undefined : await renderTextAgain(call, held.id, body),
      publishAt,
      announcedAt: announces ? call.now : held.announcedAt,
    })
    if (patch.postIds) {
      await unlinkPosts(call, held.id)
      await link(call, held.id, patch.postIds)
    }
    const after = await getEntry(call, held.id)
    const members = changedBetween(before, after, call.now)
    if (members.length > 0) await recordEvent(call, { type: 'changelog.updated', subject: held.id, data: { members } })
    if (announces && publishAt) await recordPublication(call, held.id, publishAt)
    return after
  })
}

/** The members that really changed, by their API names: a form sends all of its fields, changed or not. */
function changedBetween(before: Entry, after: Entry, now: Date): string[] {
  const postIds = ({ posts }: Entry) => posts.map(({ id }) => id).join()
  const differs = {
    title: before.title !== after.title,
    body: before.body !== after.body,
    post_ids: postIds(before) !== postIds(after),
    state: stateOf(before, now) !== stateOf(after, now),
    publish_at: before.publishAt?.getTime() !== after.publishAt?.getTime(),
  }
  return Object.entries(differs).flatMap(([name, isOther]) => (isOther ? [name] : []))
}

/** How a text will look, before anything is kept. */
export async function previewEntry(call: Permitted<'changelog:write'>, body: string): Promise<string> {
  return previewText(call, readBody(body, EntryBody))
}

export function deleteEntry(call: Permitted<'changelog:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    const entry = entryId(id)
    if (!(await removeEntry(call, entry))) throw new Problem(notFound)
    await deleteFilesAt(call, [entry])
    await recordEvent(call, { type: 'changelog.deleted', subject: id })
  })
}

async function link(call: ProjectCall, id: Id<'changelogEntry'>, postIds: readonly string[]): Promise<void> {
  const linked = await linkPosts(
    call,
    id,
    postIds.filter((id) => isId('post', id)),
  )
  if (linked < postIds.length)
    throw new Problem(notFound, { detail: 'One of the posts does not exist in this project.' })
}
