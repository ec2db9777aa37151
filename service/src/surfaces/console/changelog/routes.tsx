import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  changeEntry,
  deleteEntry,
  ENTRY_STATES,
  type Entry,
  type EntryState,
  getEntry,
  listEntries,
  previewEntry,
  stateOf,
  writeEntry,
} from '../../../domain/changelog/index.ts'
import { type Post, readPosts, SearchWords, searchPosts } from '../../../domain/posts/index.ts'
import { isId } from '../../../foundation/ids/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import type { Columns } from '../../http/index.ts'
import { makeOnce, membersOf, type Query, queryOf, readPage, textIn, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { readText, versionAfter } from '../shared/form-values.ts'
import type { Done } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { EditorPage } from './editor-page.tsx'
import { EMPTY_ENTRY_FORM, type EntryForm, entryFormOf, publicationIn, readEntryForm } from './entry-form.ts'
import { ChangelogPage } from './page.tsx'

type Caller = OperatorCall<'changelog:write'>

const READ = { needs: 'changelog:write' } as const
const ENTRIES_A_PAGE = 20
const POSTS_FOUND = 8

export function changelogRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/changelog', READ, async (call, view, request) => {
    const query = queryOf(request)
    const state = stateIn(query)
    const name = ['console changelog', call.project.id, state]
    const { items, next } = await readPage(context.cursors, name, query, ENTRIES_A_PAGE, (page) =>
      listEntries(call, state ? { state } : {}, page),
    )
    const address = next && `${view.base}/changelog?${new URLSearchParams({ ...(state && { state }), cursor: next })}`
    return <ChangelogPage view={view} entries={items} state={state} next={address} />
  })
  routes.page('/changelog.csv', READ, (call, _, request, reply) => {
    const state = stateIn(queryOf(request))
    const list = (reading: typeof call, page: PageRequest<never>) => listEntries(reading, state ? { state } : {}, page)
    return download(context, call, request, reply, { name: 'changelog', columns: columnsAt(call.now), list })
  })
  routes.page('/changelog/new', READ, (call, view) => edit(call, view, { draft: EMPTY_ENTRY_FORM }))
  routes.page('/changelog/:id', READ, async (call, view, request) => {
    const entry = await getEntry(call, idOf(request))
    return edit(call, view, { entry, draft: entryFormOf(entry), find: textOf(queryOf(request).find) ?? '' })
  })
  routes.form('/changelog/new', READ, (call, request, reply) => take(context, call, request, reply, undefined))
  routes.form('/changelog/:id', READ, async (call, request, reply) =>
    take(context, call, request, reply, await getEntry(call, idOf(request))),
  )
  routes.form('/changelog/:id/delete', READ, async (call, request, reply) => {
    await deleteEntry(call, idOf(request))
    return goTo(reply, `/console/${call.project.slug}/changelog`, 'entry_deleted')
  })
}

function stateIn(query: Query): EntryState | undefined {
  return ENTRY_STATES.find((state) => state === query.state)
}

function columnsAt(now: Date): Columns<Entry> {
  return {
    title: ({ title }) => title,
    body: ({ body }) => body,
    state: (entry) => stateOf(entry, now),
    publish_at: ({ publishAt }) => publishAt,
    posts: ({ posts }) => posts.map(({ number }) => number).join(' '),
    created_at: ({ createdAt }) => createdAt,
    updated_at: ({ updatedAt }) => updatedAt,
    id: ({ id }) => id,
  }
}

const DONE: Readonly<Record<string, Done>> = {
  save: 'saved',
  schedule: 'entry_scheduled',
  publish: 'entry_published',
  draft: 'entry_withdrawn',
}

/** One form with several buttons: some save the text, the others only show the page again with more on it. */
async function take(
  context: ConsoleContext,
  call: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry | undefined,
) {
  const members = membersOf(request)
  const draft = readEntryForm(members)
  const find = readText(members.find).trim()
  const act = textIn(members.act)
  const view = await projectView(context, call, request)
  try {
    if (act === 'find') return await edit(call, view, { entry, draft, find, isUnsaved: true })
    if (act === 'preview')
      return await edit(call, view, { entry, draft, preview: await previewEntry(call, draft.body), isUnsaved: true })
    const done = DONE[act] ?? 'saved'
    const address = await keep(call, request, draft, act, entry)
    return goTo(reply, find ? `${address}?find=${encodeURIComponent(find)}` : address, done)
  } catch (error) {
    const { status, text, fields } = formErrorsOf(view.words, error)
    reply.code(status)
    const version = entry && versionAfter(error, draft.version, entry.version)
    return edit(call, withFault(view, text), { entry, draft: { ...draft, version }, faults: fields, isUnsaved: true })
  }
}

/** Saves the entry and returns its address. */
async function keep(
  call: Caller,
  request: FastifyRequest,
  draft: EntryForm,
  act: string,
  entry: Entry | undefined,
): Promise<string> {
  const { title, body } = draft
  const postIds = (await linkedTo(call, draft)).map(({ id }) => id)
  const list = `/console/${call.project.slug}/changelog`
  const publication = publicationIn(act, draft, entry && stateOf(entry, call.now))
  if (entry) {
    await changeEntry(call, entry.id, { title, body, postIds, ...publication }, [draft.version ?? -1])
    return `${list}/${entry.id}`
  }
  return makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
    const { id } = await writeEntry(call, { title, body, postIds, ...publication })
    return `${list}/${id}`
  })
}

interface Editing {
  readonly entry?: Entry | undefined
  readonly draft: EntryForm
  /** The words of the search for posts to link. */
  readonly find?: string
  readonly preview?: string
  readonly faults?: Readonly<Record<string, string>>
  readonly isUnsaved?: boolean
}

async function edit(call: Caller, view: ProjectView, editing: Editing) {
  const { entry, draft, find = '', preview, faults = {}, isUnsaved = false } = editing
  const [linked, found] = await Promise.all([
    linkedTo(call, draft),
    find === ''
      ? undefined
      : searchPosts(
          call,
          find.slice(0, SearchWords.maxLength),
          {},
          { limit: POSTS_FOUND, after: undefined },
          'beginning',
        ),
  ])
  const isNew = ({ id }: Post) => !draft.postIds.includes(id)
  return (
    <EditorPage
      view={view}
      entry={entry}
      draft={draft}
      linked={linked}
      find={find}
      found={found?.items.filter(isNew)}
      preview={preview}
      faults={faults}
      isUnsaved={isUnsaved}
    />
  )
}

/** A post that was deleted while its box was ticked is left out. */
function linkedTo(call: Caller, { postIds }: EntryForm): Promise<Post[]> {
  return readPosts(
    call,
    postIds.filter((id) => isId('post', id)),
  )
}
