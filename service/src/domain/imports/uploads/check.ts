import { invalidRequest, Problem, wordsOf } from '../../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../../call/index.ts'
import { readFormat } from '../formats/formats.ts'
import { unreadable } from '../formats/lines.ts'
import type { Import } from '../import.ts'
import { dropReplaced, importById, startImport } from '../imports.ts'
import { importState, importUnreadable } from '../problems.ts'
import { receiveImport } from '../receive.ts'
import { bytesOf } from './bytes.ts'
import { missingIn, resolveChoice } from './look.ts'
import { type Check, claimUpload, endCheck, noteCheck, setGoneOf } from './store.ts'
import { isWhole, PIECE_BYTES, type Upload, type UploadChoice } from './upload.ts'
import { holdUpload } from './uploads.ts'

type Caller = Permitted<'imports:write'>

/**
 * Keeps what the person chose, and reads the whole upload by it. Once it is checked, it replaces the import of an earlier check. Resolves when all is read,
 * which may take minutes; meanwhile the upload says how far it is. A signal breaks it off.
 */
export async function checkUpload(
  call: Caller,
  id: string,
  choice: UploadChoice,
  signal?: AbortSignal,
): Promise<Import> {
  const { upload, check } = await beginCheck(call, id, choice)
  try {
    const { format, source, map } = await resolveChoice(call, upload)
    const missing = missingIn(map)
    if (missing !== undefined)
      throw new Problem(importUnreadable, { detail: `Choose the column for the ${missing} first: a record needs it.` })
    const goesOn = async (progress: Parameters<typeof noteCheck>[2]) => {
      if (signal?.aborted) throw new Problem(importState, { detail: 'The service was stopped. Check the file again.' })
      unlessReplaced(await noteCheck(call, check, progress))
    }
    const lines = readFormat(format, noted(call, upload, goesOn), { now: call.now, map })
    const made = await receiveImport(call, lines, {
      source,
      isDryRun: true,
      sentAt: upload.createdAt,
      replaces: upload.importId,
      onOpened: (checkingId) => goesOn({ checkingId }),
      onPart: () => goesOn({}),
    })
    await inTransaction(call, async (call) => {
      const counts = await endCheck(call, check, { importId: made.id })
      const old = counts ? upload.importId : made.id // it was discarded, or is checked anew
      if (old !== undefined) await dropReplaced(call, old)
    })
    return made
  } catch (error) {
    const failure = error instanceof Problem ? wordsOf(error) : 'The service failed; its log says why.'
    await endCheck(call, check, { failure }).catch(() => {}) // the first error counts
    throw error
  }
}

function beginCheck(call: Caller, id: string, choice: UploadChoice): Promise<{ upload: Upload; check: Check }> {
  return inTransaction(call, async (call) => {
    const upload = await holdUpload(call, id)
    if (!isWhole(upload)) throw unreadable('It did not arrive to its end.')
    const check = await claimUpload(call, upload.id, choice)
    if (!check) throw new Problem(importState, { detail: 'This file is being checked already.' })
    if (upload.checkingId !== undefined) await dropReplaced(call, upload.checkingId) // of a check that was interrupted
    return { upload: { ...upload, ...choice }, check }
  })
}

/** The bytes of the upload. How far it is read is noted after each piece. */
async function* noted(
  call: Caller,
  upload: Upload,
  goesOn: (progress: { readonly bytes: number }) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let told = 0
  for await (const piece of bytesOf(call, upload)) {
    yield piece
    bytes += piece.length
    if (bytes - told < PIECE_BYTES) continue
    told = bytes
    await goesOn({ bytes })
  }
}

function unlessReplaced(counts: boolean): void {
  if (!counts) throw new Problem(importState, { detail: 'The file was discarded, or is being checked anew.' })
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
    await setGoneOf(call, found)
    return startImport(call, found, { notifies })
  })
}
