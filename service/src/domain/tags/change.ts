import { newId } from '../../foundation/ids/index.ts'
import { Problem, versionConflict } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { recordEvent } from '../events/inside.ts'
import { limitReached, NO_COLOR, readColor, readName } from '../labels/index.ts'
import { membersOf } from '../members.ts'
import { lockProject } from '../project-lock/inside.ts'
import { countTags, insertTag, removeTag, updateTag } from './store.ts'
import type { Tag } from './tag.ts'
import { tagById } from './tags.ts'

export const MOST_TAGS = 200

export type TagDraft = Pick<Tag, 'name'> & Partial<Pick<Tag, 'color'>>

/** Tags of a project change one at a time, so that two that race never make one too many. */
export function addTag(call: Permitted<'project:write'>, draft: TagDraft): Promise<Tag> {
  const name = readName(draft.name)
  return inTransaction(call, async (call) => {
    await lockProject(call)
    if ((await countTags(call)) >= MOST_TAGS) {
      throw new Problem(limitReached, { detail: `A project has at most ${MOST_TAGS} tags.` })
    }
    const tag = await insertTag(call, { id: newId('tag'), name, color: readColor(draft.color ?? NO_COLOR) })
    await recordEvent(call, { type: 'tag.created', subject: tag.id })
    return tag
  })
}

export function changeTag(
  call: Permitted<'project:write'>,
  id: string,
  patch: Partial<TagDraft>,
  versions: readonly number[] | undefined,
): Promise<Tag> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const held = await tagById(call, id)
    if (versions && !versions.includes(held.version)) throw new Problem(versionConflict)
    const tag = await updateTag(call, held.id, {
      ...(patch.name !== undefined && { name: readName(patch.name) }),
      ...(patch.color !== undefined && { color: readColor(patch.color) }),
    })
    await recordEvent(call, { type: 'tag.updated', subject: held.id, data: { members: membersOf(patch) } })
    return tag
  })
}

/** Posts lose the tag: the id that they still hold is ignored. */
export function deleteTag(call: Permitted<'project:write'>, id: string): Promise<void> {
  return inTransaction(call, async (call) => {
    await lockProject(call)
    const held = await tagById(call, id)
    await removeTag(call, held.id)
    await recordEvent(call, { type: 'tag.deleted', subject: held.id })
  })
}
