import { invalidRequest, Problem, wordsOf } from '../../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../../call/index.ts'
import { readFormat } from '../formats/formats.ts'
import { unreadable } from '../formats/lines.ts'
import type { Import } from '../import.ts'
import { importById, replaceChecked, startImport } from '../imports.ts'
import { importState } from '../problems.ts'
import { receiveImport } from '../receive.ts'
import { bytesOf } from './bytes.ts'
import { resolveChoice } from './look.ts'
import { claimUpload, deleteUploadOf, endCheck, noteRead, updateNotifies } from './store.ts'
import { isWhole, PIECE_BYTES, type Upload, type UploadChoice } from './upload.ts'
import { requireUpload } from './uploads.ts'

type Caller = Permitted<'imports:write'>

/**
 * Keeps what the person chose, and reads the whole upload by it. The import of an earlier check is dropped. Resolves when all is read, which may take
 * minutes; meanwhile the upload says how far it is.
 */
export async function checkUpload(call: Caller, id: string, choice: UploadChoice): Promise<Import> {
  const upload = await beginCheck(call, id, choice)
  try {
    const { format, source, map } = await resolveChoice(call, upload)
    const lines = readFormat(format, noted(call, upload), { now: call.now, map })
    const made = await receiveImport(call, lines, { source, isDryRun: true })
    if (!(await endCheck(call, upload.id, { importId: made.id })))
      await inTransaction(call, (call) => replaceChecked(call, made.id)) // discarded meanwhile
    return made
  } catch (error) {
    const failure = error instanceof Problem ? wordsOf(error) : 'The service failed; its log says why.'
    await endCheck(call, upload.id, { failure }).catch(() => {}) // the first error counts
    throw error
  }
}

function beginCheck(call: Caller, id: string, choice: UploadChoice): Promise<Upload> {
  return inTransaction(call, async (call) => {
    const upload = await requireUpload(call, id)
    if (!isWhole(upload)) throw unreadable('It did not arrive to its end.')
    if (!(await claimUpload(call, upload.id, choice)))
      throw new Problem(importState, { detail: 'This file is being checked already.' })
    if (upload.importId !== undefined) await replaceChecked(call, upload.importId)
    return { ...upload, ...choice }
  })
}

/** The bytes of the upload. How far it is read is noted after each piece. */
async function* noted(call: Caller, upload: Upload): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let told = 0
  for await (const piece of bytesOf(call, upload)) {
    yield piece
    bytes += piece.length
    if (bytes - told < PIECE_BYTES) continue
    told = bytes
    await noteRead(call, upload.id, bytes)
  }
}

export interface StartChoice {
  /** Faulty lines are left out. Otherwise an import with faults does not start. */
  readonly skipsFaults: boolean
  readonly notifies: boolean
}

/** Starts an import that was checked, as the person chose. Its upload is no longer needed. */
export function startChecked(call: Caller, id: string, { skipsFaults, notifies }: StartChoice): Promise<Import> {
  return inTransaction(call, async (call) => {
    const { id: found, faultCount } = await importById(call, id)
    if (faultCount > 0 && !skipsFaults)
      throw new Problem(invalidRequest, {
        errors: [{ pointer: '/skip_faults', detail: 'must be ticked, because some lines are faulty' }],
      })
    await updateNotifies(call, found, notifies)
    await deleteUploadOf(call, found)
    return startImport(call, found)
  })
}
