import { type Id, isId } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { SystemCall } from '../call/index.ts'
import { postsByStatus, postsByTag } from '../posts/index.ts'
import { deleteStatus, statusRequired } from '../statuses/index.ts'
import { deleteTag } from '../tags/index.ts'
import { deleteImported, usersByIds } from '../users/inside.ts'
import type { Import } from './import.ts'
import {
  deleteRecords,
  forgetTargets,
  handOverRecords,
  type Recorded,
  type Shared,
  selectLeft,
  selectOrphaned,
} from './records-store.ts'
import type { ImportChange } from './store.ts'

/**
 * People, statuses and tags, which other imports and people may use as well. What an import made and nothing needs any more is deleted, with all records of
 * it. The records of what it made and others need stay: they say who somebody is, and the undo of the last import that needs it can delete it then, so
 * another import of the source gets them. Those of erased people stay, too, so that no import makes them again.
 */
export async function undoShared(call: SystemCall, held: Import, most: number): Promise<ImportChange | undefined> {
  const records = await selectLeft(call, held, held.position, most)
  if (records.length === 0) return undefined
  const targets = [...new Set(records.map(({ targetId }) => targetId))]
  const orphaned = await selectOrphaned(call, held, targets)
  const gone = new Set<Shared>([
    ...(await deleteImported(call, only('user', orphaned))),
    ...(await deleteTags(call, only('tag', orphaned))),
    ...(await deleteStatuses(call, only('status', orphaned))),
  ])
  await forgetTargets(call, [...gone])
  const left = records.filter(({ targetId }) => !gone.has(targetId))
  const found = left.filter(({ isMade }) => !isMade)
  const people = await usersByIds(call, only('user', new Set(found.map(({ targetId }) => targetId))))
  const erased = new Set<Shared>(people.filter(({ state }) => state === 'erased').map(({ id }) => id))
  const isSpare = ({ isMade, targetId }: Recorded<Shared>) => !isMade && !erased.has(targetId)
  await deleteRecords(call, keysOf(left.filter(isSpare)))
  const kept = keysOf(left.filter((record) => !isSpare(record)))
  return { position: held.position + kept.length - (await handOverRecords(call, held, kept)) }
}

const keysOf = (records: readonly Recorded<Shared>[]) => records.map(({ key }) => key)

/** Those that no post has. */
async function deleteTags(call: SystemCall, ids: readonly Id<'tag'>[]): Promise<Id<'tag'>[]> {
  const used = await postsByTag(call, ids, 1)
  const unused = ids.filter((id) => !used.get(id))
  for (const id of unused) await deleteTag(call, id).catch(unlessGone)
  return unused
}

/** Those that no post has, except the last open one. */
async function deleteStatuses(call: SystemCall, ids: readonly Id<'status'>[]): Promise<Id<'status'>[]> {
  const used = await postsByStatus(call, ids, 1)
  const unused: Id<'status'>[] = []
  for (const id of ids.filter((id) => !used.get(id))) {
    const isGone = await deleteStatus(call, id).then(() => true, unlessGone)
    if (isGone) unused.push(id)
  }
  return unused
}

/** The team deleted it before; or it must stay. */
function unlessGone(error: unknown): boolean {
  if (!(error instanceof Problem) || (error.kind !== notFound && error.kind !== statusRequired)) throw error
  return error.kind === notFound
}

function only<Kind extends 'user' | 'tag' | 'status'>(kind: Kind, targets: ReadonlySet<Shared>): Id<Kind>[] {
  return [...targets].filter((id): id is Extract<Shared, Id<Kind>> => isId(kind, id))
}
