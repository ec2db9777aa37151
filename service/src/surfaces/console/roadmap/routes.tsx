import type { OperatorCall } from '../../../domain/call/index.ts'
import { changePostStatus } from '../../../domain/posting/index.ts'
import { listPosts } from '../../../domain/posts/index.ts'
import { type RoadmapColumn, readRoadmap } from '../../../domain/roadmap/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import { changesMade } from '../../../domain/undo/index.ts'
import { isJson, membersOf, textIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { RoadmapPage } from './page.tsx'

type Caller = OperatorCall<'posts:read'>

const READ = { needs: 'posts:read' } as const
const WRITE = { needs: ['posts:read', 'posts:write'] } as const
const CARDS_A_LANE = 20
/** A column that is not on the board's roadmap shows this many posts, those with the most votes. */
const CANDIDATES = 10

/** The roadmap, where the team moves posts. */
export function roadmapRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/roadmap', READ, show)
  routes.form('/roadmap/move', WRITE, async (call, request, reply) => {
    const members = membersOf(request)
    const post = textIn(members.post)
    // The form contains all cards. The button that was pressed says which one to move.
    const statusId = textIn(members.status) || textIn(members[`to_${post}`])
    try {
      const moved = await changePostStatus(call, post, { statusId, notify: members.notify === 'yes' })
      if (isJson(request))
        return { post: moved.id, status: moved.status.name, undo: await changesMade(call, [moved.id]) }
      return goTo(reply, await withUndo(`/console/${call.project.slug}/roadmap`, call, [moved.id]), 'post_moved')
    } catch (error) {
      if (isJson(request)) throw error
      const view = await projectView(context, call, request)
      const { status, text } = formErrorsOf(view.words, error)
      reply.code(status)
      return show(call, withFault(view, text))
    }
  })
}

async function show(call: Caller, view: ProjectView) {
  const [statuses, columns] = await Promise.all([listStatuses(call), readRoadmap(call, CARDS_A_LANE, 'beginning')])
  const first = statuses.find(({ category }) => category === 'open')
  const candidates =
    first && !first.onRoadmap
      ? await listPosts(call, { statusIds: [first.id] }, 'top', { limit: CANDIDATES, after: undefined }, 'beginning')
      : undefined
  const lanes: RoadmapColumn[] = first && candidates ? [{ status: first, posts: candidates }, ...columns] : columns
  return <RoadmapPage view={view} lanes={lanes} statuses={statuses} isEmpty={columns.length === 0} />
}
