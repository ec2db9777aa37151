import type { ProjectCall } from '../../call/index.ts'
import { asOneDocument } from '../formats/document.ts'
import { unreadable } from '../formats/lines.ts'
import { selectPiece } from './store.ts'
import { PIECE_BYTES, type Upload } from './upload.ts'

/** A reader takes all rows of a chunk at once. */
const CHUNK_BYTES = 65_536

/** The bytes of an upload as a file, piece by piece; several files are one document. */
export function bytesOf(call: ProjectCall, upload: Upload): AsyncIterable<Uint8Array> {
  const files = upload.files.map(({ name }, place) => ({ name, bytes: () => bytesOfFile(call, upload, place) }))
  const [only, second] = files
  return only && !second ? only.bytes() : asOneDocument(files)
}

async function* bytesOfFile(call: ProjectCall, { id, files }: Upload, file: number): AsyncGenerator<Uint8Array> {
  const size = files[file]?.bytes ?? 0
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const piece = await selectPiece(call, id, { file, at })
    if (!piece) throw unreadable('The file is no longer here.')
    for (let from = 0; from < piece.length; from += CHUNK_BYTES) yield piece.subarray(from, from + CHUNK_BYTES)
  }
}

/** The same bytes in pieces of one size; only the last is smaller. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + PIECE_BYTES - size)
      kept.push(part)
      size += part.length
      from += part.length
      if (size < PIECE_BYTES) continue
      yield Buffer.concat(kept)
      kept = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(kept)
}
