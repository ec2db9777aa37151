import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import {
  addPiece,
  changeUpload,
  checkUpload,
  columnNames,
  discardUpload,
  FORMATS,
  type Format,
  type Import,
  type IncomingFile,
  isWhole,
  listRealImports,
  lookAtUpload,
  MOST_UPLOAD_BYTES,
  openUpload,
  PIECE_BYTES,
  receiveUpload,
  sizeOfUpload,
  sourceIn,
  type UploadChoice,
  type UploadedFile,
  uploadById,
} from '../../../domain/imports/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { hasFileForm, IMPORTS, partsAsTheyCome, readFileAsItComes } from '../../http/index.ts'
import { membersOf, queryOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { faultOf } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo, idOf } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { type Caller, MANAGE, type ShowChoose } from './access.ts'
import { FilePage } from './file-page.tsx'
import { mapIn } from './match-form.ts'

/** The fields of a form, with its headers and boundaries. */
const AROUND_FILES_BYTES = 65_536
const MOST_FORM_BYTES = MOST_UPLOAD_BYTES + AROUND_FILES_BYTES
const MOST_PIECE_FORM_BYTES = PIECE_BYTES + AROUND_FILES_BYTES
const MOST_FIELD_BYTES = 100
/** A check of a large file goes on after the answer. */
const ANSWERED_WITHIN_MS = 2_000
const SOURCES_SHOWN = 20

/** From a file to an import that was checked. */
export function uploadRoutes(routes: ConsoleRoutes, context: ConsoleContext, choose: ShowChoose): void {
  const pathOf = (call: Caller, id: string) => `/console/${call.project.slug}/import/files/${id}`
  routes.form('/import/upload', { ...MANAGE, takesUpload: MOST_FORM_BYTES }, async (call, request, reply) => {
    const form = hasFileForm(request) ? formOf(request) : { files: noFiles(), chosen: () => undefined }
    try {
      const { id } = await receiveUpload(call, form.files, form.chosen)
      return goTo(reply, pathOf(call, id))
    } catch (error) {
      const { status, text } = faultOf(error)
      reply.code(status)
      return choose(call, await projectView(context, call, request), request, { fault: text, chosen: form.chosen() })
    }
  })
  // A script sends large files in pieces, so that a slow connection does not break them off.
  routes.form('/import/files', MANAGE, async (call, request) => {
    const { from, files } = membersOf(request)
    const { id } = await openUpload(call, filesIn(files), formatIn(from))
    return { id, to: pathOf(call, id) }
  })
  routes.form('/import/files/:id/pieces', { ...MANAGE, takesUpload: MOST_PIECE_FORM_BYTES }, async (call, request) => {
    const { file, at } = queryOf(request)
    await uploadById(call, idOf(request)) // before the body is read
    const bytes = await readFileAsItComes(request, MOST_PIECE_FORM_BYTES)
    await addPiece(call, idOf(request), { file: Number(file), at: Number(at) }, bytes)
    return {}
  })
  matchRoutes(routes, context)
  routes.form('/import/files/:id/discard', MANAGE, async (call, request, reply) => {
    await discardUpload(call, idOf(request))
    return goTo(reply, `/console/${call.project.slug}/import`, 'import_discarded')
  })
}

/** What was recognised, and how it is read. */
function matchRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, id: string) => {
    const upload = await uploadById(call, id)
    const isReady = isWhole(upload) && upload.check !== 'under_way'
    const { items } = await listRealImports(call, { limit: SOURCES_SHOWN, after: undefined })
    return (
      <FilePage
        view={view}
        upload={upload}
        look={isReady ? await lookAtUpload(call, upload) : undefined}
        sources={[...new Set(items.map(({ source }) => source))]}
      />
    )
  }
  routes.page('/import/files/:id', MANAGE, (call, view, request) => show(call, view, idOf(request)))
  routes.page('/import/files/:id/state', MANAGE, async (call, view, request) => {
    const upload = await uploadById(call, idOf(request))
    const to = upload.failure === undefined && upload.importId ? `${view.base}/import/${upload.importId}` : null
    return { state: upload.check, progress: upload.readBytes / Math.max(1, sizeOfUpload(upload)), to }
  })
  routes.form('/import/files/:id', MANAGE, async (call, request, reply) => {
    const page = `/console/${call.project.slug}/import`
    try {
      const choice = await choiceIn(call, request)
      if (membersOf(request).go !== 'check') {
        await changeUpload(call, idOf(request), choice)
        return goTo(reply, `${page}/files/${idOf(request)}`)
      }
      await context.limits.take(IMPORTS, call.project.id)
      const made = await soon(context, request, checkUpload(call, idOf(request), choice, context.afterwork.signal))
      return goTo(reply, made ? `${page}/${made.id}` : `${page}/files/${idOf(request)}`)
    } catch (error) {
      const { status, text } = faultOf(error)
      if (status === 404) throw error
      reply.code(status)
      return show(call, withFault(await projectView(context, call, request), text), idOf(request))
    }
  })
}

/** The import if its check ends soon. Otherwise the check goes on until the service stops, and its page shows how far it is. */
async function soon(
  { log, afterwork }: ConsoleContext,
  request: FastifyRequest,
  checking: Promise<Import>,
): Promise<Import | undefined> {
  const waiting = new AbortController()
  const made = await Promise.race([
    checking,
    setTimeout(ANSWERED_WITHIN_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
  ]).finally(() => waiting.abort())
  const logged = (error: unknown) => {
    if (!(error instanceof Problem)) log.error({ request_id: request.id, err: error }, 'the check of a file failed')
  }
  if (!made) afterwork.add(checking.then(() => {}, logged))
  return made
}

/** The files of a form as they arrive, and the format that was chosen before them. */
function formOf(request: FastifyRequest) {
  let from = ''
  async function* files(): AsyncGenerator<IncomingFile> {
    for await (const { name, fileName, bytes } of partsAsTheyCome(request, MOST_FORM_BYTES)) {
      if (fileName) yield { name: fileName, bytes }
      else if (name === 'from')
        for await (const piece of bytes) from = (from + Buffer.from(piece)).slice(0, MOST_FIELD_BYTES)
    }
  }
  return { files: files(), chosen: () => formatIn(from) }
}

async function* noFiles(): AsyncGenerator<IncomingFile> {}

function formatIn(value: unknown): Format | undefined {
  return FORMATS.find((format) => format === value)
}

function filesIn(value: unknown): UploadedFile[] {
  if (!Array.isArray(value)) return []
  return value.map((file: { name?: unknown; bytes?: unknown } | null) => ({
    name: typeof file?.name === 'string' ? file.name : '',
    bytes: Number.isSafeInteger(file?.bytes) ? Number(file?.bytes) : 0,
  }))
}

async function choiceIn(call: Caller, request: FastifyRequest): Promise<UploadChoice> {
  const members = membersOf(request)
  return {
    format: formatIn(members.format),
    source: sourceIn(textIn(members.source)) || undefined,
    map: mapIn(members, await columnNames(call, idOf(request))),
  }
}
