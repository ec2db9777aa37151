import type { FastifyRequest } from 'fastify'
import {
  countImportedVotes,
  countNamed,
  discardChecked,
  howFar,
  type Import,
  importById,
  type LineFault,
  listRealImports,
  listUploads,
  startChecked,
  undoImport,
} from '../../../domain/imports/index.ts'
import { listPeople } from '../../../domain/operators/index.ts'
import type { Columns } from '../../http/index.ts'
import { membersOf, queryOf, readPage } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView } from '../shared/view.ts'
import { type Caller, MANAGE, type ShowChoose } from './access.ts'
import { ChoosePage } from './choose-page.tsx'
import { ImportPage } from './import-page.tsx'
import { uploadRoutes } from './upload-routes.tsx'

const IMPORTS_A_PAGE = 20

/** What a team brings from another tool: from the file to the result, and back. */
export function importRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const choose = choosePageOf(context)
  routes.page('/import', MANAGE, (call, view, request) => choose(call, view, request))
  uploadRoutes(routes, context, choose)
  const show = async (
    call: Caller,
    view: ProjectView,
    request: FastifyRequest,
    refused?: Parameters<typeof ImportPage>[0]['refused'],
  ) => {
    const found = await importById(call, idOf(request))
    const uploads = await listUploads(call)
    const hasRun = found.state === 'done' || found.state === 'failed'
    const [who] = await namesOf(call, view, [found])
    return (
      <ImportPage
        view={view}
        found={found}
        who={who ?? ''}
        upload={uploads.find(({ importId }) => importId === found.id)}
        named={found.state === 'checked' ? await countNamed(call, found) : undefined}
        importedVotes={hasRun ? await countImportedVotes(call, found) : undefined}
        {...(refused && { refused })}
      />
    )
  }
  routes.page('/import/:id', MANAGE, (call, view, request) => show(call, view, request))
  // A script requests it repeatedly while the import goes on.
  routes.page('/import/:id/state', MANAGE, async (call, _, request) => {
    const { state, progress } = await howFar(call, idOf(request))
    return { state, progress: progress ?? null, to: null }
  })
  routes.page('/import/:id/faults.csv', MANAGE, async (call, _, request, reply) => {
    const { faults, source } = await importById(call, idOf(request))
    const list = async () => ({ items: faults, next: undefined })
    return download(context, call, request, reply, { name: `${source}-faults`, columns: FAULT_COLUMNS, list })
  })
  routes.form('/import/:id/start', MANAGE, async (call, request, reply) => {
    const { skip_faults, notify } = membersOf(request)
    const choice = { skipsFaults: skip_faults === 'yes', notifies: notify === 'yes' }
    try {
      await startChecked(call, idOf(request), choice)
      return goTo(reply, `/console/${call.project.slug}/import/${idOf(request)}`)
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      const fault = fields.skip_faults === undefined ? text : view.words.say('imports_skip_first')
      return show(call, view, request, { choice, fault })
    }
  })
  routes.form('/import/:id/discard', MANAGE, async (call, request, reply) => {
    await discardChecked(call, idOf(request))
    return goTo(reply, `/console/${call.project.slug}/import`, 'import_discarded')
  })
  routes.form('/import/:id/undo', { ...MANAGE, asks: true }, async (call, request, reply) => {
    const { id } = await undoImport(call, idOf(request))
    return goTo(reply, `/console/${call.project.slug}/import/${id}`)
  })
}

const FAULT_COLUMNS: Columns<LineFault> = {
  line: ({ line }) => line,
  fault: ({ detail }) => detail,
}

function choosePageOf({ cursors }: ConsoleContext): ShowChoose {
  return async (call, view, request, refused = {}) => {
    const name = ['console imports', call.project.id]
    const { items, next } = await readPage(cursors, name, queryOf(request), IMPORTS_A_PAGE, (page) =>
      listRealImports(call, page),
    )
    const names = await namesOf(call, view, items)
    return (
      <ChoosePage
        view={view}
        uploads={await listUploads(call)}
        imports={items.map((found, place) => ({ found, who: names[place] ?? '' }))}
        next={next && `${view.base}/import?${new URLSearchParams({ cursor: next })}`}
        {...refused}
      />
    )
  }
}

/** Who made each of these imports. */
async function namesOf(call: Caller, { words }: ProjectView, imports: readonly Import[]): Promise<string[]> {
  const { people, owners } = await listPeople(call)
  const emails = new Map([...owners, ...people].map(({ id, email }) => [id as string, email])) // an actor's id may be any
  return imports.map(({ actor }) => {
    if (actor.kind === 'secret_key') return words.say('imports_by_key')
    if (actor.kind !== 'operator') return words.say('imports_by_command')
    return emails.get(actor.id ?? '') ?? words.say('imports_by_former')
  })
}
