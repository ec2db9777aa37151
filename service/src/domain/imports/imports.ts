import { type Id, isId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, nameOf, type Permitted, type ProjectCall } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached } from '../labels/index.ts'
import { MOST_RUNNING } from './bounds.ts'
import { type Import, progressOf } from './import.ts'
import { importState } from './problems.ts'
import {
  countRunning,
  type ImportPlace,
  lockImport,
  selectHowFar,
  selectImport,
  selectImports,
  updateImport,
} from './store.ts'

/** The newest first. */
export function listImports(
  call: Permitted<'imports:write'>,
  page: PageRequest<ImportPlace>,
): Promise<Page<Import, ImportPlace>> {
  return selectImports(call, page)
}

/** The same without those that were given up before they started. */
export function listRealImports(
  call: Permitted<'imports:write'>,
  page: PageRequest<ImportPlace>,
): Promise<Page<Import, ImportPlace>> {
  return selectImports(call, page, { leavesOutGivenUp: true })
}

export function importById(call: Permitted<'imports:write'>, id: string): Promise<Import> {
  return requireImport(call, importId(id))
}

/** The state of an import, and how far it is; undefined if that is not known. */
export async function howFar(
  call: Permitted<'imports:write'>,
  id: string,
): Promise<Pick<Import, 'state'> & { readonly progress: number | undefined }> {
  const found = await selectHowFar(call, importId(id))
  if (!found) throw new Problem(notFound, { detail: 'There is no such import in this project.' })
  return { state: found.state, progress: progressOf(found) }
}

/** Starts an import that was checked. From now on it goes on by itself, also after a crash. */
export function startImport(
  call: Permitted<'imports:write'>,
  id: string,
  { notifies }: { readonly notifies?: boolean } = {},
): Promise<Import> {
  return inTransaction(call, async (call) => {
    const held = await requireHeld(call, id, ['checked'])
    await refuseManyRunning(call)
    await updateImport(call, held, {
      state: 'running',
      step: 'people',
      takesTurn: true,
      ...(notifies !== undefined && { notifies }),
    })
    await recordEvent(call, { type: 'import.started', subject: held.id, data: { source: held.source } })
    return requireImport(call, held.id)
  })
}

/** Portions of the next one wait for those of all before it. */
export async function refuseManyRunning(call: ProjectCall): Promise<void> {
  if ((await countRunning(call)) < MOST_RUNNING) return
  throw new Problem(limitReached, {
    detail: `${MOST_RUNNING} imports of this project run already, one after the other. Start more when some of them are done.`,
  })
}

/**
 * Takes away all that an import made, and what others added to its posts and answered to its comments since then. People stay if somebody vouched for
 * them or if they did something else; statuses and tags stay if other posts have them. Afterwards the same file can be imported again. An import that was
 * not started has made nothing: it is given up.
 */
export function undoImport(call: Permitted<'imports:write'>, id: string): Promise<Import> {
  return inTransaction(call, async (call) => {
    const held = await requireHeld(call, id, ['receiving', 'checked', 'running', 'done', 'failed'])
    if (held.state === 'receiving' || held.state === 'checked') await giveUp(call, held)
    else {
      await updateImport(call, held, {
        state: 'undoing',
        step: 'entries',
        position: 0,
        within: 0,
        takesTurn: held.state !== 'running', // one that runs has the turn
        undoActor: nameOf(call.actor),
      })
      await recordEvent(call, { type: 'import.undo_started', subject: held.id })
    }
    return requireImport(call, held.id)
  })
}

/** Gives up an import that was not started. */
export function giveUpImport(call: Permitted<'imports:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => giveUp(call, await requireHeld(call, id, ['receiving', 'checked'])))
}

async function giveUp(call: ProjectCall, held: Import): Promise<void> {
  await setGivenUp(call, held)
  await recordEvent(call, { type: 'import.undone', subject: held.id })
}

/** The same for one that another check replaces: nothing is told of it. One that has started, or ended, is left alone. */
export async function dropReplaced(call: ProjectCall, id: Id<'import'>): Promise<void> {
  const held = await lockImport(call, id)
  if (held?.state === 'receiving' || held?.state === 'checked') await setGivenUp(call, held)
}

/** Its row stays: the sweep finds the staged rows by it. */
function setGivenUp(call: ProjectCall, held: Import): Promise<void> {
  return updateImport(call, held, { state: 'undone', isFinished: true, undoActor: nameOf(call.actor) })
}

export async function requireImport(call: ProjectCall, id: Id<'import'>): Promise<Import> {
  const found = await selectImport(call, id)
  if (!found) throw new Problem(notFound, { detail: 'There is no such import in this project.' })
  return found
}

async function requireHeld(call: ProjectCall, id: string, states: readonly Import['state'][]): Promise<Import> {
  const held = await lockImport(call, importId(id))
  if (!held) throw new Problem(notFound, { detail: 'There is no such import in this project.' })
  if (!states.includes(held.state))
    throw new Problem(importState, { detail: `The import is ${held.state}. ${importState.remedy}` })
  return held
}

function importId(text: string): Id<'import'> {
  if (!isId('import', text)) throw new Problem(notFound, { detail: 'There is no such import in this project.' })
  return text
}
