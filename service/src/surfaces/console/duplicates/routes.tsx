import type { OperatorCall } from '../../../domain/call/index.ts'
import {
  countDuplicates,
  type Duplicate,
  dismissDuplicate,
  listDuplicates,
  readDuplicate,
} from '../../../domain/duplicates/index.ts'
import { mergePost } from '../../../domain/posting/index.ts'
import { postId } from '../../../domain/posts/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { membersOf, type Query, queryOf, textIn, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { sayFault } from '../shared/form-errors.ts'
import type { Done } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { nameOfPair } from './name.ts'
import { DuplicatesPage } from './page.tsx'

type Caller = OperatorCall<'moderation:read'>
type Writer = OperatorCall<'moderation:read' | 'posts:write'>

const READ = { needs: 'moderation:read' } as const
const WRITE = { needs: ['moderation:read', 'posts:write'] } as const
/** So many pairs can be skipped before the list begins again. */
const LOOKED_THROUGH = 100

/** One likely duplicate at a time, side by side. */
export function duplicateRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, query: Query) => {
    const [{ items }, count] = await Promise.all([
      listDuplicates(call, {}, { limit: LOOKED_THROUGH, after: undefined }),
      countDuplicates(call),
    ])
    const place = placeOf(items, query)
    const chosen = items[place]
    const read = chosen && (await readDuplicate(call, chosen.post.id, chosen.into.id).catch(unlessGone))
    const next = items[(place + 1) % Math.max(1, items.length)]
    return (
      <DuplicatesPage
        view={view}
        pair={read}
        isSwapped={read !== undefined && textOf(query.stays) === read.post.id}
        skipTo={next === chosen ? undefined : next}
        count={count}
      />
    )
  }
  routes.page('/duplicates', READ, (call, view, request) => show(call, view, queryOf(request)))
  const act = (path: string, work: (call: Writer, one: string, other: string) => Promise<Decided>) =>
    routes.form(`/duplicates/${path}`, WRITE, async (call, request, reply) => {
      const { post, into, next } = membersOf(request)
      try {
        const { done, changed } = await work(call, textIn(post), textIn(into))
        const page = `/console/${call.project.slug}/duplicates`
        const follower = textIn(next)
        const place = /^[\w.]{1,80}$/.test(follower) ? `${page}?pair=${follower}` : page
        return goTo(reply, await withUndo(place, call, [changed]), done)
      } catch (error) {
        const view = withFault(await projectView(context, call, request), sayFault(reply, error))
        return show(call, view, {})
      }
    })
  act('merge', async (call, post, into) => {
    await mergePost(call, post, into)
    return { done: 'today_merged', changed: postId(post) }
  })
  act('dismiss', async (call, post, into) => {
    await dismissDuplicate(call, post, into)
    const [one, other] = [postId(post), postId(into)]
    return { done: 'today_distinct', changed: one < other ? other : one } // the event belongs to the newer post
  })
}

interface Decided {
  readonly done: Done
  readonly changed: ReturnType<typeof postId>
}

/** The pair that the address names, or the first one. */
function placeOf(items: readonly Duplicate[], query: Query): number {
  const asked = textOf(query.pair)
  return Math.max(
    0,
    items.findIndex((item) => nameOfPair(item) === asked),
  )
}

/** A pair that was decided by somebody else a moment ago. */
function unlessGone(error: unknown): undefined {
  if (error instanceof Problem && error.kind === notFound) return undefined
  throw error
}
