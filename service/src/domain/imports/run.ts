import { Problem } from '../../foundation/problems/index.ts'
import { isPassing } from '../../foundation/storage/index.ts'
import {
  type Call,
  inTransaction,
  type ServiceCall,
  type System,
  type SystemCall,
  systemCallIn,
} from '../call/index.ts'
import { recordEvents } from '../events/inside.ts'
import { noteImport } from '../numbers/inside.ts'
import { projectById } from '../projects/index.ts'
import { addEntries } from './entries.ts'
import { type Import, RUN_STEPS, type Step, UNDO_STEPS } from './import.ts'
import { failImport } from './imports.ts'
import { addLabels } from './labels.ts'
import { mergePosts } from './merges.ts'
import { addPeople } from './people.ts'
import { addMore, addPosts } from './posts.ts'
import { dropRows, hasRows } from './rows-store.ts'
import {
  holdForgotten,
  holdImport,
  type ImportChange,
  selectFirstUnderWay,
  selectProjectsUnderWay,
  updateImport,
} from './store.ts'
import { undoStep } from './undo.ts'

/** What a portion did, or undefined if nothing of its step is left. */
export type Portion = Omit<ImportChange, 'step' | 'state'> | undefined

/** One portion in each project whose imports go on by themselves. False: there is none. Any number of processes may call it. */
export async function advanceImports(call: Call<System> & ServiceCall): Promise<boolean> {
  let hasMoved = false
  for (const projectId of await selectProjectsUnderWay(call)) {
    const inside = systemCallIn(call, await projectById(call, projectId))
    hasMoved = (await advanceImport(inside)) || hasMoved
  }
  return hasMoved
}

/**
 * One portion of the project's imports. They go on one after the other, because two at once could add the same record twice. False: none is under way, or
 * another process works on it.
 */
export async function advanceImport(call: SystemCall): Promise<boolean> {
  const first = await selectFirstUnderWay(call)
  return first !== undefined && advance(call, first)
}

async function advance(call: SystemCall, first: Pick<Import, 'id' | 'number'>): Promise<boolean> {
  try {
    return await inTransaction(call, async (call) => {
      const held = await holdImport(call, first.id)
      if (held?.state === 'running') return run(call, held)
      if (held?.state === 'undoing') return undo(call, held)
      return false
    })
  } catch (error) {
    if (isPassing(error)) throw error // the same portion is tried again
    const failure =
      error instanceof Problem ? (error.detail ?? error.kind.code) : 'The service failed; its log says why.'
    await failImport(call, first, failure)
    throw error
  }
}

async function run(call: SystemCall, held: Import): Promise<boolean> {
  if (held.step === 'end') return end(call, held)
  if (!(await hasRows(call, held)) && sizeOf(held) > 0) {
    const failure =
      'The database was restarted or restored before the import ended. Send the file again: it goes on where it was.'
    await failImport(call, held, failure)
    return true
  }
  const portion = await runStep(call, held)
  await updateImport(call, held, portion ?? { step: after(RUN_STEPS, held.step), position: 0 })
  return true
}

async function runStep(call: SystemCall, held: Import): Promise<Portion> {
  switch (held.step) {
    case 'people':
    case 'mentions': {
      const portion = await addPeople(call, held, held.step === 'people' ? 'user' : 'mention')
      return portion && { ...portion, made: { users: portion.made } }
    }
    case 'labels': {
      if (held.position > 0) return undefined
      return { position: 1, made: await addLabels(call, held) }
    }
    case 'posts':
      return addPosts(call, held)
    case 'rest':
      return addMore(call, held)
    case 'merges':
      return mergePosts(call, held)
    case 'entries':
      return addEntries(call, held)
    default:
      throw new Error(`An import that runs has no step ${held.step}`)
  }
}

async function end(call: SystemCall, held: Import): Promise<boolean> {
  await updateImport(call, held, { state: 'done', isFinished: true })
  const happening = { type: 'import.finished', subject: held.id } as const
  await recordEvents(call, [happening], { actor: held.actor, isTold: true })
  await dropRows(call, held)
  for (const day of held.days) await noteImport(call, new Date(`${day}T00:00:00Z`))
  return true
}

async function undo(call: SystemCall, held: Import): Promise<boolean> {
  if (held.step === 'end') {
    await updateImport(call, held, { state: 'undone', isFinished: true })
    const by = { actor: held.undoActor ?? held.actor, isTold: true }
    await recordEvents(call, [{ type: 'import.undone', subject: held.id }], by)
    for (const day of held.days) await noteImport(call, new Date(`${day}T00:00:00Z`))
    return true
  }
  const portion = await undoStep(call, held)
  await updateImport(call, held, portion ?? { step: after(UNDO_STEPS, held.step), position: 0 })
  return true
}

/** How long an import waits for the rest of its file, or for somebody to start it. */
const WAITS_MS = 24 * 60 * 60 * 1000
const GIVEN_UP = {
  receiving: 'Its file did not come to its end within a day.',
  checked: 'Nobody started it within a day.',
} as const

/** Gives up imports that waited too long. Returns how many. */
export function giveUpImports(call: ServiceCall): Promise<number> {
  return inTransaction(call, async (call) => {
    const forgotten = await holdForgotten(call, new Date(call.now.getTime() - WAITS_MS))
    for (const found of forgotten) await failImport(call, found, GIVEN_UP[found.state])
    return forgotten.length
  })
}

function sizeOf({ received }: Import): number {
  return Object.values(received).reduce((sum, count) => sum + count, 0)
}

function after<S extends Step>(steps: readonly S[], step: Step): S {
  const next = steps[(steps as readonly Step[]).indexOf(step) + 1]
  if (!next) throw new Error(`Nothing comes after ${step}`)
  return next
}
