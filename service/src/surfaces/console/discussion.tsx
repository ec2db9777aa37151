import { getComment } from '../../domain/comments/index.ts'
import { approve, reject } from '../../domain/moderation/index.ts'
import { deleteComment, writeCommentAsServer } from '../../domain/posting/index.ts'
import { postByNumber } from '../../domain/posts/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import { madeOnce, membersOf, redirect, textIn } from '../pages/index.ts'
import type { ConsoleContext } from './context.ts'
import { sayFault } from './faults.ts'
import { ConfirmCommentPage } from './pages/confirm.tsx'
import { numberOf, showPost } from './post.tsx'
import { type Access, type ConsoleCall, type ConsoleRoutes, goTo } from './routes.ts'
import { projectView, refused } from './view.ts'

const MODERATOR: Access = { needs: 'moderator' }

/** What the team says about a post, in public or among itself, and what becomes of what others said. */
export function discussionRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.form('/posts/:number/comments', MODERATOR, async (call, request, reply) => {
    const post = await postByNumber(call, numberOf(request))
    const form = membersOf(request)
    const isInternal = form.kind === 'note'
    const parentId = textIn(form.parent_id)
    const body = textIn(form.text)
    const done = isInternal ? 'note_written' : 'answer_written'
    try {
      const address = await madeOnce(call, { caller: `${call.operator.id} console` }, request, async (call) => {
        const draft = { body, isInternal, isOfficial: !isInternal, ...(parentId && { parentId }) }
        const { id } = await writeCommentAsServer(call, post.id, draft)
        return `/console/${call.project.slug}/posts/${post.number}?done=${done}#${id}`
      })
      return redirect(reply, address, 303)
    } catch (error) {
      const view = refused(projectView(context, call, request), sayFault(reply, error))
      return showPost(context, call, view, { reply: parentId }, post, { comment: body, isNote: isInternal })
    }
  })
  const path = '/posts/:number/comments/:comment'
  routes.page(`${path}/delete`, MODERATOR, async (call, view, request) => {
    const { post, comment } = await commentAt(call, request.params)
    return <ConfirmCommentPage view={view} post={post} comment={comment} />
  })
  routes.form(`${path}/delete`, MODERATOR, async (call, request, reply) => {
    const { post, comment } = await commentAt(call, request.params)
    await deleteComment(call, comment.id)
    return goTo(reply, `/console/${call.project.slug}/posts/${post.number}`, 'comment_deleted')
  })
  routes.form(`${path}/decide`, MODERATOR, async (call, request, reply) => {
    const { post, comment } = await commentAt(call, request.params)
    const isRejected = membersOf(request).verdict === 'reject'
    await (isRejected ? reject : approve)(call, comment.id)
    const done = isRejected ? 'item_rejected' : 'item_approved'
    return goTo(reply, `/console/${call.project.slug}/posts/${post.number}`, done)
  })
}

/** A comment is found where it stands; after a merge that is the other post. */
async function commentAt(call: ConsoleCall, params: unknown) {
  const { number, comment: id } = params as { number: string; comment: string } // as the routes say
  const post = await postByNumber(call, number)
  const comment = await getComment(call, id)
  if (comment.postId !== post.id) throw new Problem(notFound)
  return { post, comment }
}
