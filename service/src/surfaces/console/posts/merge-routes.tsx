import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { mergePost, previewMerge } from '../../../domain/posting/index.ts'
import {
  getPost,
  type Post,
  postByNumber,
  SearchWords,
  searchPosts,
  similarPosts,
} from '../../../domain/posts/index.ts'
import { membersOf, queryOf, textIn, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { type Fault, faultOf } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { changeAll, MOST_AT_ONCE, numbersIn, tableAt, withResult } from './bulk-routes.tsx'
import { MergePage } from './merge-page.tsx'
import type { MergePlan } from './merge-plan.ts'
import { MergeSeveralPage } from './merge-several-page.tsx'
import { numberOf } from './post-routes.tsx'

type Caller = OperatorCall<'posts:read' | 'moderation:read' | 'posts:write'>

const MERGE = { needs: ['posts:read', 'moderation:read', 'posts:write'] } as const
const CANDIDATES = 8

/** Merging, after a page that shows the result. */
export function mergeRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  oneIntoAnother(routes, context)
  severalIntoOne(routes)
}

function oneIntoAnother(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, post: Post, asked: { into?: string; q?: string }) => {
    const { into, q } = asked
    const preview = into === undefined ? undefined : await outcomeOf(call, view.words, [post], into)
    const fault = preview && 'text' in preview ? preview : undefined
    const candidates = preview && !fault ? [] : await candidatesFor(call, post, q)
    const page = (
      <MergePage
        view={fault ? withFault(view, fault.text) : view}
        post={post}
        candidates={candidates}
        q={q}
        into={into}
        plan={preview && 'target' in preview ? preview : undefined}
      />
    )
    return { page, status: fault?.status ?? 200 }
  }
  routes.page('/posts/:number/merge', MERGE, async (call, view, request, reply) => {
    const post = await postByNumber(call, numberOf(request))
    if (post.mergedIntoId) return goTo(reply, `${view.base}/posts/${post.number}`)
    const query = queryOf(request)
    const q = textOf(query.q)?.slice(0, SearchWords.maxLength)
    const into = textOf(query.into)
    const { page, status } = await show(call, view, post, { ...(into && { into }), ...(q && { q }) })
    reply.code(status)
    return page
  })
  routes.form('/posts/:number/merge', MERGE, async (call, request, reply) => {
    const post = await postByNumber(call, numberOf(request))
    const into = textIn(membersOf(request).into)
    try {
      const target = await targetAt(call, into)
      if (post.mergedIntoId !== target.id) await mergePost(call, post.id, target.id)
      const path = `/console/${call.project.slug}/posts/${target.number}`
      return goTo(reply, await withUndo(path, call, [post.id]), 'posts_merged')
    } catch (error) {
      const view = await projectView(context, call, request)
      const { status, text } = mergeFault(view.words, error)
      const { page } = await show(call, withFault(view, text), post, {})
      reply.code(status)
      return page
    }
  })
}

/** Merges the posts that are ticked in the table: one of them stays. */
function severalIntoOne(routes: ConsoleRoutes): void {
  routes.page('/posts/merge', MERGE, async (call, view, request, reply) => {
    const query = queryOf(request)
    const numbers = numbersIn(query.n).slice(0, MOST_AT_ONCE)
    if (numbers.length < 2) return goTo(reply, tableAt(view.base, textIn(query.back)), 'merge_needs_two')
    const posts = await Promise.all(numbers.map((number) => postByNumber(call, number)))
    const target = posts.find(({ number }) => String(number) === query.into) ?? mostWanted(posts)
    const sources = posts.filter((post) => post !== target && !post.mergedIntoId)
    const preview =
      target && sources.length > 0 ? await outcomeOf(call, view.words, sources, String(target.number)) : undefined
    const fault = preview && 'text' in preview ? preview : undefined
    if (fault) reply.code(fault.status)
    return (
      <MergeSeveralPage
        view={fault ? withFault(view, fault.text) : view}
        posts={posts}
        target={target}
        plan={preview && 'target' in preview ? preview : undefined}
      />
    )
  })
  routes.form('/posts/merge', MERGE, async (call, request, reply) => {
    const form = membersOf(request)
    const target = await postByNumber(call, textIn(form.into))
    const numbers = numbersIn(form.n).filter((number) => number !== String(target.number))
    const result = await changeAll(call, 'merge', numbers.slice(0, MOST_AT_ONCE), async (call, id) => {
      const { mergedIntoId } = await getPost(call, id)
      if (mergedIntoId !== target.id) await mergePost(call, id, target.id)
    })
    const path = withResult(`/console/${call.project.slug}/posts/${target.number}`, result)
    return goTo(reply, await withUndo(path, call, result.changed))
  })
}

/** The result of the merge, or the reason why it is not possible. */
async function outcomeOf(
  call: Caller,
  words: ConsoleWords,
  sources: readonly Post[],
  into: string,
): Promise<MergePlan | Fault> {
  try {
    const target = await targetAt(call, into)
    const ids = sources.map(({ id }) => id)
    return { target, sources, outcome: await previewMerge(call, ids, target.id) }
  } catch (error) {
    return mergeFault(words, error)
  }
}

function mergeFault(words: ConsoleWords, error: unknown): Fault {
  const fault = faultOf(error)
  return fault.status === 404 ? { ...fault, text: words.say('posts_no_number') } : fault
}

/** A post by its number, also written as #12. */
async function targetAt(call: Caller, text: string): Promise<Post> {
  return postByNumber(call, text.trim().replace(/^#/, ''))
}

function mostWanted(posts: readonly Post[]): Post | undefined {
  const open = posts.filter(({ moderationState, mergedIntoId }) => moderationState === 'approved' && !mergedIntoId)
  return open.toSorted((one, other) => other.voteCount - one.voteCount)[0]
}

/** The results of a search; without one, similar posts. */
async function candidatesFor(call: Caller, post: Post, q: string | undefined): Promise<Post[]> {
  const found =
    q === undefined
      ? await similarPosts(call, post.title, { limit: CANDIDATES + 1, isFinished: true }, 'beginning')
      : (await searchPosts(call, q, {}, { limit: CANDIDATES + 1, after: undefined }, 'beginning')).items
  return found.filter(({ id }) => id !== post.id).slice(0, CANDIDATES)
}
