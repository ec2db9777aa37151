import type { Id } from '../../foundation/ids/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import type { ProjectCall } from '../call.ts'
import { selectKnownIds } from './store.ts'

/** All of them are tags of this project, or the first that is not does not exist. */
export async function requireTags(call: ProjectCall, ids: readonly string[]): Promise<Id<'tag'>[]> {
  if (ids.length === 0) return []
  const known = await selectKnownIds(call, ids)
  if (known.length < new Set(ids).size) {
    throw new Problem(notFound, { detail: 'One of the tags does not exist in this project.' })
  }
  return known
}
