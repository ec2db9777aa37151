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
import { WAITS_MS } from './bounds.ts'
import { addEntries } from './entries.ts'
import { type Import, type Portion, RUN_STEPS, type Step, sizeOf, UNDO_STEPS } from './import.ts'
import { addLabels } from './labels.ts'
import { mergePosts } from './merges.ts'
import { addPeople } from './people.ts'
import { addPosts } from './posts.ts'
import { addMore } from './responses.ts'
import { deleteLeftRows, deleteLostRows, hasRows, type RowKind, selectRows } from './rows-store.ts'
import {
  addAttempt,
  flushLater,
  holdForgotten,
  holdImport,
  selectFirstUnderWay,
  selectProjectsUnderWay,
  setFailed,
  updateImport,
} from './store.ts'
import { undoStep } from './undo.ts'

/** A portion that fails so often fails for good. */
const MOST_ATTEMPTS = 10
const SWEPT_AT_ONCE = 20_000

/**
 * One portion in each project whose imports go on by themselves. False: there is none. Any number of processes may call it. If portions fail, those of
 * other projects go on, and then the first failure is thrown.
 */
export async function advanceImports(call: Call<System> & ServiceCall): Promise<boolean> {
  let hasMoved = false
  const failures: unknown[] = []
  for (const projectId of await selectProjectsUnderWay(call)) {
    const inside = systemCallIn(call, await projectById(call, projectId))
    await advanceImport(inside).then(
      (moved) => {
        hasMoved ||= moved
      },
      (failure) => failures.push(failure),
    )
  }
  if (failures.length > 0) throw failures[0]
  return hasMoved
}

/**
 * One portion of the project's imports. They go on one after the other, because two at once could add the same record twice. False: none is under way, or
 * another process works on it.
 */
export async function advanceImport(call: SystemCall): Promise<boolean> {
  const id = await selectFirstUnderWay(call)
  if (id === undefined) return false
  let held: Import | undefined
  try {
    return await inTransaction(call, async (call) => {
      held = await holdImport(call, id)
      if (held && held.step !== 'end') await flushLater(call)
      if (held?.state === 'running') return run(call, held)
      if (held?.state === 'undoing') return undo(call, held)
      return false
    })
  } catch (error) {
    if (held) await noteFailure(call, held, error)
    throw error
  }
}

/** What may pass is tried again, some times, in smaller portions. */
async function noteFailure(call: SystemCall, held: Import, error: unknown): Promise<void> {
  if (!isPassing(error)) {
    const why = error instanceof Problem ? (error.detail ?? error.kind.code) : 'The service failed; its log says why.'
    return setFailed(call, held, why)
  }
  const failed = await addAttempt(call, held)
  if (!failed || failed.attempts < MOST_ATTEMPTS) return
  const failure = `It failed ${failed.attempts} times at the same place: ${await placeOf(call, failed)}. The service’s log says why.`
  await setFailed(call, failed, failure)
}

const ROWS_OF: Readonly<Partial<Record<Step, Exclude<RowKind, 'vote'>>>> = {
  people: 'user',
  mentions: 'mention',
  posts: 'post',
  rest: 'more',
  answers: 'more',
  merges: 'post',
  entries: 'changelog_entry',
}

async function placeOf(call: SystemCall, { state, step, position, number }: Import): Promise<string> {
  if (state === 'undoing') return `the undo of ${step}`
  const kind = ROWS_OF[step]
  const [row] = kind === undefined ? [] : await selectRows(call, { number }, kind, position, 1)
  return row ? `${step}, line ${row.line}` : step
}

async function run(call: SystemCall, held: Import): Promise<boolean> {
  if (held.step === 'end') return end(call, held)
  if (!(await hasRows(call, held)) && sizeOf(held.received) > 0) {
    const failure =
      'The rows of its file are gone: the database crashed, or was restored or upgraded, before the import ended. Send the file again: it goes on where it was.'
    await setFailed(call, held, failure)
    return true
  }
  const portion = await runStep(call, held)
  await updateImport(call, held, portion ?? { step: after(RUN_STEPS, held.step), position: 0, within: 0 })
  return true
}

/** Undefined: nothing of the step is left. */
async function runStep(call: SystemCall, held: Import): Promise<Portion | undefined> {
  switch (held.step) {
    case 'people':
      return addPeople(call, held, 'user')
    case 'mentions':
      return addPeople(call, held, 'mention')
    case 'labels': {
      if (held.position > 0) return undefined
      return { position: 1, made: await addLabels(call, held) }
    }
    case 'posts':
      return addPosts(call, held)
    case 'rest':
      return addMore(call, held, { areAnswers: false })
    case 'answers':
      return addMore(call, held, { areAnswers: true })
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

/** Deletes some staged rows of imports that have ended: they hold texts and addresses. False: there are none. */
export function sweepImports(call: ServiceCall): Promise<boolean> {
  return deleteLeftRows(call, SWEPT_AT_ONCE)
}

/** The same for imports that were deleted. Returns how many rows were deleted. */
export function sweepLostRows(call: ServiceCall): Promise<number> {
  return deleteLostRows(call, SWEPT_AT_ONCE)
}

const GIVEN_UP = {
  receiving: 'Its file did not come to its end within a day.',
  checked: 'Nobody started it within a day.',
} as const

/** Gives up imports that waited too long. Returns how many. */
export function giveUpImports(call: ServiceCall): Promise<number> {
  return inTransaction(call, async (call) => {
    const forgotten = await holdForgotten(call, new Date(call.now.getTime() - WAITS_MS))
    for (const found of forgotten) await setFailed(call, found, GIVEN_UP[found.state])
    return forgotten.length
  })
}

function after<S extends Step>(steps: readonly S[], step: Step): S {
  const next = steps[(steps as readonly Step[]).indexOf(step) + 1]
  if (!next) throw new Error(`Nothing comes after ${step}`)
  return next
}
