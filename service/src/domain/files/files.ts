import { type Id, isId } from '../../foundation/ids/index.ts'
import { type Mentions, type Pictures, renderMarkdown } from '../../foundation/markdown/index.ts'
import type { Picture } from '../../foundation/pictures/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { type BoardCall, type Permitted, type ProjectCall, permit, type UserCall, viewerOf } from '../call/index.ts'
import { invalidText } from '../texts/index.ts'
import { readBytes, storePicture } from './bytes.ts'
import { type File, type FileSize, filePath, type Place, type StoredPicture } from './file.ts'
import { claimFiles, deleteFilesAt, insertFile, releaseFiles, selectFile, selectFilesOf } from './store.ts'

const MOST_PICTURES_A_TEXT = 5

/** No text shows it yet. Its sender may put it into a text within a day. */
export async function addFile(call: UserCall | Permitted<'files:write'>, picture: StoredPicture): Promise<File> {
  await insertFile(call, { ...picture, userId: viewerOf(call)?.id })
  return picture
}

/** The same from the picture itself, where no transaction is open yet. */
export async function sendFile(call: UserCall, picture: Picture): Promise<File> {
  return addFile(call, await storePicture(call, picture))
}

/** The logo of a project; it replaces the one before. */
export async function replaceLogo(call: Permitted<'project:write'>, logo: StoredPicture | undefined): Promise<void> {
  await deleteFilesAt(call, [call.project.id])
  if (logo) await insertFile(call, { ...logo, userId: undefined, shownBy: call.project.id })
}

/**
 * The HTML of a text, with the pictures that it shows: those that it showed before, and those that its writer sent and no other text shows.
 * They belong to it from now on. Any other picture is a link.
 */
export async function renderText(call: ProjectCall, place: Place, text: string, mentions?: Mentions): Promise<string> {
  const ids = filesNamedIn(text)
  if (hasTooManyPictures(text)) throw invalidText('/body', `must show at most ${MOST_PICTURES_A_TEXT} pictures`)
  const files = ids.length === 0 ? [] : await claimFiles(call, place, ids, viewerOf(call)?.id)
  return renderMarkdown(text, { pictures: picturesOf(files), ...(mentions && { mentions }) })
}

/** The same for a changed text: pictures that it no longer shows may be used in another text. */
export async function renderTextAgain(
  call: ProjectCall,
  place: Place,
  text: string,
  mentions?: Mentions,
): Promise<string> {
  const html = await renderText(call, place, text, mentions)
  await releaseFiles(call, place, filesNamedIn(text))
  return html
}

/** The HTML of a text before it is saved. */
export async function previewText(
  call: UserCall | Permitted<'changelog:write'>,
  text: string,
  mentions?: Mentions,
): Promise<string> {
  const ids = filesNamedIn(text).slice(0, MOST_PICTURES_A_TEXT)
  const pictures = picturesOf(ids.length === 0 ? [] : await selectFilesOf(call, ids, viewerOf(call)?.id))
  return renderMarkdown(text, { pictures, ...(mentions && { mentions }) })
}

const FILE_NAME = /\/files\/(fil_[0-9a-z]{26})(?![0-9a-z])/g

export function hasTooManyPictures(text: string): boolean {
  return filesNamedIn(text).length > MOST_PICTURES_A_TEXT
}

export function filesNamedIn(text: string): Id<'file'>[] {
  const names = [...text.matchAll(FILE_NAME)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => isId('file', name))
}

/** The host of the address does not matter: boards move, and the id identifies the picture. */
export function picturesOf(files: readonly File[]): Pictures {
  const known = new Map<string, File>(files.map((file) => [file.id, file]))
  return (address) => {
    const [, id = ''] = /^https?:\/\/[^/?#]+\/files\/(fil_[0-9a-z]{26})$/.exec(address) ?? []
    const file = known.get(id)
    return file && { path: filePath(file.id), width: file.width, height: file.height }
  }
}

/**
 * For those who may read the board. Everybody sees a logo, since the sign-in page of a private board shows it; only its sender sees a
 * picture that no text shows yet; no one sees the picture of a rejected text.
 */
export async function readFile(call: BoardCall, id: string, size: FileSize): Promise<Buffer> {
  const file = isId('file', id) ? await selectFile(call, id) : undefined
  if (file?.shownBy !== call.project.id) permit(call, 'board:read')
  const viewer = viewerOf(call)
  const isOwn = viewer !== undefined && file?.userId === viewer.id
  if (!file || (file.isIdle && !(isOwn && file.shownBy === undefined))) throw new Problem(notFound)
  return readBytes(call, id, size)
}

/** For the team, who also moderates texts that are not public. */
export async function readFileAsTeam(call: Permitted<'moderation:read'>, id: string, size: FileSize): Promise<Buffer> {
  return readBytes(call, id, size)
}
