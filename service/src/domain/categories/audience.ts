import { isTeam, type ProjectCall, viewerOf } from '../call/index.ts'
import type { VisibleTo } from './category.ts'

/** As whom the caller reads. Readers of one audience see the same posts, beside their own. */
export function audienceOf(call: ProjectCall): VisibleTo {
  if (isTeam(call)) return 'team'
  return viewerOf(call) ? 'users' : 'everyone'
}
