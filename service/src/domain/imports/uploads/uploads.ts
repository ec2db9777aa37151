import { type Id, isId } from '../../../foundation/ids/index.ts'
import { invalidRequest, notFound, Problem } from '../../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ServiceCall } from '../../call/index.ts'
import { JSON_FILE } from '../formats/document.ts'
import { type Format, refuseBeginning } from '../formats/formats.ts'
import { unreadable } from '../formats/lines.ts'
import { replaceChecked } from '../imports.ts'
import { inPieces } from './bytes.ts'
import {
  deleteUpload,
  deleteUploadOf,
  deleteUploadsBefore,
  insertPiece,
  insertUpload,
  selectUpload,
  selectUploads,
  updateChoice,
  updateFiles,
} from './store.ts'
import { MOST_UPLOAD_BYTES, PIECE_BYTES, sizeOf, type Upload, type UploadChoice, type UploadedFile } from './upload.ts'

type Caller = Permitted<'imports:write'>

const MOST_FILES = 40
const LONGEST_FILE_NAME = 200
/** How many uploads of a project wait at the same time. */
const MOST_WAITING = 5
const WAITS_MS = 24 * 60 * 60 * 1000
const FORGOTTEN_AT_ONCE = 10

export interface IncomingFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export function listUploads(call: Caller): Promise<Upload[]> {
  return selectUploads(call)
}

export function uploadById(call: Caller, id: string): Promise<Upload> {
  return requireUpload(call, id)
}

/** Begins an upload whose files come in pieces. */
export async function openUpload(
  call: Caller,
  files: readonly UploadedFile[],
  format: Format | undefined,
): Promise<Upload> {
  refuseFiles(files)
  return requireUpload(call, await makeUpload(call, files.map(shortened), format))
}

/** A piece of one of its files, at its place in it. A piece that comes again changes nothing. */
export async function addPiece(
  call: Caller,
  id: string,
  { file, at }: { readonly file: number; readonly at: number },
  bytes: Buffer,
): Promise<void> {
  const upload = await requireUpload(call, id)
  const size = upload.files[file]?.bytes ?? 0
  if (at % PIECE_BYTES !== 0 || bytes.length === 0 || bytes.length !== Math.min(PIECE_BYTES, size - at))
    throw new Problem(invalidRequest, { detail: 'This is no piece of the file.' })
  try {
    if (at === 0) refuseBeginning(bytes)
    await insertPiece(call, upload.id, { file, at }, bytes)
  } catch (error) {
    await deleteUpload(call, upload.id)
    throw error
  }
}

/** Takes the files of a form, piece by piece as they come. If one is refused, nothing is left. */
export async function receiveUpload(
  call: Caller,
  incoming: AsyncIterable<IncomingFile>,
  format: () => Format | undefined,
): Promise<Upload> {
  const id = await makeUpload(call, [], undefined)
  try {
    const files: UploadedFile[] = []
    for await (const { name, bytes } of incoming) {
      const file = { name, bytes: 0 }
      files.push(file)
      for await (const piece of inPieces(bytes)) {
        if (file.bytes === 0) refuseBeginning(piece)
        await insertPiece(call, id, { file: files.length - 1, at: file.bytes }, piece)
        file.bytes += piece.length
        if (sizeOf({ files }) > MOST_UPLOAD_BYTES) throw tooLarge()
      }
    }
    refuseFiles(files)
    await inTransaction(call, async (call) => {
      await updateFiles(call, id, files.map(shortened))
      await updateChoice(call, id, { format: format() })
    })
    return await requireUpload(call, id)
  } catch (error) {
    await deleteUpload(call, id).catch(() => {}) // the first error counts
    throw error
  }
}

/** Keeps what the person chose. */
export function changeUpload(call: Caller, id: string, choice: UploadChoice): Promise<Upload> {
  return inTransaction(call, async (call) => {
    const upload = await requireUpload(call, id)
    await updateChoice(call, upload.id, choice)
    return requireUpload(call, upload.id)
  })
}

/** Deletes the file, and the import that was only checked. Nothing else was made of it. */
export function discardUpload(call: Caller, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    const upload = await requireUpload(call, id)
    if (upload.importId !== undefined) await replaceChecked(call, upload.importId)
    await deleteUpload(call, upload.id)
  })
}

/** The same, by the import that was only checked. */
export function discardChecked(call: Caller, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    if (!isId('import', id)) throw new Problem(notFound)
    await deleteUploadOf(call, id)
    await replaceChecked(call, id)
  })
}

/** Deletes uploads that waited too long. Returns how many. */
export function forgetUploads(call: ServiceCall): Promise<number> {
  return deleteUploadsBefore(call, new Date(call.now.getTime() - WAITS_MS), FORGOTTEN_AT_ONCE)
}

export async function requireUpload(call: Caller, id: string): Promise<Upload> {
  const found = isId('upload', id) ? await selectUpload(call, id) : undefined
  if (!found) throw new Problem(notFound)
  return found
}

function makeUpload(call: Caller, files: readonly UploadedFile[], format: Format | undefined): Promise<Id<'upload'>> {
  return inTransaction(call, async (call) => {
    const waiting = await selectUploads(call)
    if (waiting.length >= MOST_WAITING)
      throw unreadable(`${MOST_WAITING} files wait already. Import or discard one of them first.`)
    return insertUpload(call, files, format)
  })
}

function refuseFiles(files: readonly UploadedFile[]): void {
  if (files.length === 0) throw unreadable('No file was chosen.')
  const empty = files.find(({ bytes }) => bytes === 0)
  if (empty) throw unreadable(`The file ${JSON.stringify(empty.name.slice(0, 40))} is empty.`)
  if (files.length > 1 && !files.every(({ name }) => JSON_FILE.test(name)))
    throw unreadable('Only a backup of Fider has several files, which are JSON. Import others one after the other.')
  if (files.length > MOST_FILES) throw unreadable(`A backup has at most ${MOST_FILES} files.`)
  if (sizeOf({ files }) > MOST_UPLOAD_BYTES) throw tooLarge()
}

function tooLarge(): Problem {
  const megabytes = MOST_UPLOAD_BYTES / 1_048_576
  return unreadable(`It is larger than ${megabytes} MB. Import it on the command line (svc import), or in parts.`)
}

function shortened({ name, bytes }: UploadedFile): UploadedFile {
  return { name: name.slice(-LONGEST_FILE_NAME), bytes }
}
