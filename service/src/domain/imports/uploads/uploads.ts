import { type Id, isId } from '../../../foundation/ids/index.ts'
import { invalidRequest, notFound, Problem } from '../../../foundation/problems/index.ts'
import { inTransaction, type Permitted, type ServiceCall } from '../../call/index.ts'
import { MOST_WAITING, WAITS_MS } from '../bounds.ts'
import { JSON_FILE } from '../formats/document.ts'
import { type Format, refuseBeginning } from '../formats/formats.ts'
import { unreadable } from '../formats/lines.ts'
import { giveUpImport } from '../imports.ts'
import { importState } from '../problems.ts'
import { inPieces } from './bytes.ts'
import {
  countUploads,
  deleteGone,
  insertPiece,
  insertUpload,
  lockUpload,
  selectPiece,
  selectUpload,
  selectUploads,
  setGone,
  setGoneBefore,
  setGoneOf,
  updateChoice,
  updateFiles,
} from './store.ts'
import { MOST_UPLOAD_BYTES, PIECE_BYTES, sizeOf, type Upload, type UploadChoice, type UploadedFile } from './upload.ts'

type Caller = Permitted<'imports:write'>

const MOST_FILES = 40
const LONGEST_FILE_NAME = 200
/** With those that are gone, but not deleted yet. */
const MOST_KEPT = 10
/** Of 2 MB each. */
const PIECES_SWEPT_AT_ONCE = 10

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
  const isPlace = Number.isSafeInteger(at) && at >= 0 && at < size && at % PIECE_BYTES === 0
  if (!isPlace || bytes.length !== Math.min(PIECE_BYTES, size - at))
    throw new Problem(invalidRequest, { detail: 'This is no piece of the file.' })
  if (at === 0 && !(await selectPiece(call, upload.id, { file, at }))) await refusing(call, upload.id, bytes)
  await insertPiece(call, upload.id, { file, at }, bytes)
  await requireUpload(call, id) // it may be gone by now
}

/** An upload whose file is refused is gone. */
async function refusing(call: Caller, id: Id<'upload'>, beginning: Uint8Array): Promise<void> {
  try {
    refuseBeginning(beginning)
  } catch (error) {
    await setGone(call, id)
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
    await setGone(call, id).catch(() => {}) // the first error counts
    throw error
  }
}

/** Keeps what the person chose. */
export function changeUpload(call: Caller, id: string, choice: UploadChoice): Promise<Upload> {
  return inTransaction(call, async (call) => {
    const upload = await holdUpload(call, id)
    await updateChoice(call, upload.id, choice)
    return requireUpload(call, upload.id)
  })
}

/** Deletes the file, and gives up the imports that its checks made. Nothing else was made of it. */
export function discardUpload(call: Caller, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    const { id: found, importId, checkingId } = await holdUpload(call, id)
    await setGone(call, found)
    for (const waiting of [importId, checkingId])
      if (waiting !== undefined) await giveUpImport(call, waiting).catch(unlessOver)
  })
}

/** It ended by itself meanwhile. */
function unlessOver(error: unknown): void {
  if (!(error instanceof Problem) || error.kind !== importState) throw error
}

/** The same, by an import that was not started. */
export function discardChecked(call: Caller, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    if (!isId('import', id)) throw new Problem(notFound)
    await setGoneOf(call, id)
    await giveUpImport(call, id)
  })
}

/** Uploads that waited too long are gone. Returns how many. */
export function forgetUploads(call: ServiceCall): Promise<number> {
  return setGoneBefore(call, new Date(call.now.getTime() - WAITS_MS))
}

/** Deletes some pieces of an upload that is gone. False: there is none. */
export function sweepUploads(call: ServiceCall): Promise<boolean> {
  return deleteGone(call, PIECES_SWEPT_AT_ONCE)
}

/** Locked until the transaction ends. */
export async function holdUpload(call: Caller, id: string): Promise<Upload> {
  if (isId('upload', id)) await lockUpload(call, id)
  return requireUpload(call, id)
}

export async function requireUpload(call: Caller, id: string): Promise<Upload> {
  const found = isId('upload', id) ? await selectUpload(call, id) : undefined
  if (!found) throw new Problem(notFound)
  return found
}

function makeUpload(call: Caller, files: readonly UploadedFile[], format: Format | undefined): Promise<Id<'upload'>> {
  return inTransaction(call, async (call) => {
    const { waiting, all } = await countUploads(call)
    if (all >= MOST_KEPT) throw unreadable('Files that were discarded are still being deleted. Try again in a minute.')
    if (waiting >= MOST_WAITING)
      throw unreadable(`${MOST_WAITING} files wait already. Import or discard one of them first.`)
    return insertUpload(call, files, format)
  })
}

function refuseFiles(files: readonly UploadedFile[]): void {
  if (files.length === 0) throw unreadable('No file was chosen.')
  const empty = files.find(({ bytes }) => !(bytes > 0))
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
  return { name: name.replaceAll('\0', '').slice(-LONGEST_FILE_NAME).toWellFormed(), bytes }
}
