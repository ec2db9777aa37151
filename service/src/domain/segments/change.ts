import { newId } from '../../foundation/ids/index.ts'
import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached, readName } from '../labels/index.ts'
import { membersOf } from '../members.ts'
import { confirmationRequired } from '../operators/index.ts'
import { isUnconfirmedOperator } from '../operators/inside.ts'
import { lockProject } from '../project-lock/inside.ts'
import { readEach } from '../texts/index.ts'
import { segmentInUse } from './problems.ts'
import { readRules } from './rules.ts'
import type { Segment } from './segment.ts'
import { segmentById } from './segments.ts'
import { deleteSegment, insertSegment, selectSegments, selectUses, updateSegment } from './store.ts'

export const MOST_SEGMENTS = 100

/** What people choose. The rules may be any value: they are checked here. */
export interface SegmentDraft {
  readonly name: string
  readonly rules: unknown
}

/** Segments and categories of a project change one at a time: a category never names a segment that goes at the same moment. */
export function addSegment(call: Permitted<'segments:write'>, draft: SegmentDraft): Promise<Segment> {
  const { name, rules } = readEach({ name: () => readName(draft.name), rules: () => readRules(draft.rules) })
  return inTransaction(call, async (call) => {
    await lockProject(call)
    if ((await selectSegments(call)).length >= MOST_SEGMENTS) {
      throw new Problem(limitReached, { detail: `A project has at most ${MOST_SEGMENTS} segments.` })
    }
    const segment = await insertSegment(call, { id: newId('segment'), name, rules, createdAt: call.now })
    await recordEvent(call, { type: 'segment.created', subject: segment.id })
    return segment
  })
}

/** New rules may show hidden posts to more people. As with a category that is opened, an operator then needs a recent sign-in. */
export function changeSegment(
  call: Permitted<'segments:write'>,
  id: string,
  patch: Partial<SegmentDraft>,
  versions: readonly number[] | undefined,
): Promise<Segment> {
  const { name, rules } = readEach({
    name: () => (patch.name === undefined ? undefined : readName(patch.name)),
    rules: () => (patch.rules === undefined ? undefined : readRules(patch.rules)),
  })
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const held = await segmentById(call, id)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    if (rules && JSON.stringify(rules) !== JSON.stringify(readRules(held.rules)) && isUnconfirmedOperator(call)) {
      const uses = await selectUses(call, held.id)
      if (uses.some(({ is_seen_by }) => is_seen_by)) throw new Problem(confirmationRequired)
    }
    const segment = await updateSegment(call, held.id, { ...(name !== undefined && { name }), ...(rules && { rules }) })
    await recordEvent(call, { type: 'segment.updated', subject: held.id, data: { members: membersOf(patch) } })
    return segment
  })
}

/** A segment that a category uses stays. */
export function removeSegment(call: Permitted<'segments:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const segment = await segmentById(call, id)
    const uses = await selectUses(call, segment.id)
    if (uses.length > 0) {
      const names = uses.map(({ name }) => `“${name}”`).join(', ')
      throw new Problem(segmentInUse, {
        detail: `It is used by ${uses.length === 1 ? 'the category' : 'the categories'} ${names}.`,
      })
    }
    await deleteSegment(call, segment.id)
    await recordEvent(call, { type: 'segment.deleted', subject: segment.id })
  })
}
