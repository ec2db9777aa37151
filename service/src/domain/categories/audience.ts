import { isTeam, type ProjectCall, viewerOf } from '../call/index.ts'
import type { VISIBLE_TO } from './category.ts'

export type Audience = (typeof VISIBLE_TO)[number]

/** As whom the caller reads. Readers of one audience see the same posts, beside their own and those for a segment. */
export function audienceOf(call: ProjectCall): Audience {
  if (isTeam(call)) return 'team'
  return viewerOf(call) ? 'users' : 'everyone'
}
