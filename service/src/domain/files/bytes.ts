import { type Id, isId, newId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import type { Picture } from '../../foundation/pictures/index.ts'
import { notFound, Problem, unavailable } from '../../foundation/problems/index.ts'
import type { Snapshot } from '../../foundation/storage/index.ts'
import type { Call, Permitted, ProjectCall, ServiceCall, UserCall } from '../call/index.ts'
import type { FileSize, StoredPicture } from './file.ts'
import {
  deleteRemovals,
  type FilePlace,
  noteObject,
  type OwnFileRow,
  selectBytes,
  selectDueRemovals,
  selectOwnFiles,
  selectStored,
} from './store.ts'

const SIZES: readonly FileSize[] = ['large', 'small']
/** How long a stored object waits for its row. */
const TAKEN_OVER_WITHIN_MS = 24 * 60 * 60 * 1000

/** Call it before the transaction that uses the picture, because an object storage can be slow. */
export async function storePicture(
  call: UserCall | Permitted<'files:write'> | Permitted<'project:write'>,
  picture: Picture,
): Promise<StoredPicture> {
  const id = newId('file')
  const { objects } = call
  if (!objects) return { ...picture, id }
  await noteObject(call, id, new Date(call.now.getTime() + TAKEN_OVER_WITHIN_MS))
  await Promise.all(SIZES.map((size) => objects.put(nameOf(id, size), picture[size])))
  return { id, width: picture.width, height: picture.height }
}

export async function readBytes(call: ProjectCall, id: string, size: FileSize): Promise<Buffer> {
  const bytes = isId('file', id) ? await selectBytes(call, id, size) : undefined
  if (bytes) return bytes
  const object = bytes === null && isId('file', id) ? await readObject(call, id, size) : undefined
  if (!object) throw new Problem(notFound)
  return object
}

/** Undefined: the storage does not have it, because the picture was removed a moment ago or is lost. */
async function readObject(
  { objects }: Pick<Call, 'objects'>,
  id: Id<'file'>,
  size: FileSize,
): Promise<Buffer | undefined> {
  if (!objects) throw new Problem(unavailable, { reason: new Error('FILES_URL is not set, but pictures need it.') })
  return objects.get(nameOf(id, size))
}

/** Both sizes of a picture whose bytes are with the object storage. Undefined: at least one is gone. */
export async function readStored(
  call: Pick<Call, 'objects'>,
  id: string,
): Promise<Record<FileSize, Buffer> | undefined> {
  if (!isId('file', id)) return undefined
  const [large, small] = await Promise.all([readObject(call, id, 'large'), readObject(call, id, 'small')])
  return large && small && { large, small }
}

export interface OwnFile extends OwnFileRow {
  readonly bytes: Buffer
}

/** The files that the signed-in user sent, with their bytes. One that is removed at this moment is left out. */
export async function readOwnFiles(call: UserCall, page: PageRequest<FilePlace>): Promise<Page<OwnFile, FilePlace>> {
  const { items, next } = await selectOwnFiles(call, page)
  const whole = items.map(async (file) => {
    const bytes = file.bytes ?? (await readObject(call, file.id, 'large'))
    return bytes ? [{ ...file, bytes }] : []
  })
  return { items: (await Promise.all(whole)).flat(), next }
}

/** Removes the objects first and their notes afterwards, so an interrupted run is repeated. */
export async function removeObjects(call: ServiceCall): Promise<number> {
  const { objects } = call
  const ids = await selectDueRemovals(call)
  if (ids.length === 0) return 0
  if (!objects) throw new Error('FILES_URL is not set, but pictures are to be removed from an object storage.')
  await Promise.all(ids.flatMap((id) => SIZES.map((size) => objects.remove(nameOf(id, size)))))
  await deleteRemovals(call, ids)
  return ids.length
}

/** The names of all objects that the pictures of a snapshot have in the object storage. */
export async function storedObjects({ sql }: Snapshot): Promise<string[]> {
  const ids = await selectStored(sql)
  return ids.flatMap((id) => SIZES.map((size) => nameOf(id, size)))
}

function nameOf(id: Id<'file'>, size: FileSize): string {
  return `files/${id}/${size}.webp`
}
