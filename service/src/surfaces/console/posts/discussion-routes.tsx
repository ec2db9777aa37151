import type { OperatorCall } from '../../../domain/call/index.ts'
import { getComment, listMentionable } from '../../../domain/comments/index.ts'
import { approve, reject } from '../../../domain/moderation/index.ts'
import { answerPost, deleteComment, editComment, type TeamAnswer } from '../../../domain/posting/index.ts'
import { postByNumber } from '../../../domain/posts/index.ts'
import type { Id } from '../../../foundation/ids/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import { makeOnce, membersOf, textIn, textOf } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { sayFault } from '../shared/form-errors.ts'
import { versionAfter, versionIn } from '../shared/form-values.ts'
import { type Done, withNotice } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { projectView, withFault } from '../shared/view.ts'
import { ConfirmCommentPage } from './delete-pages.tsx'
import { APPROVED, numberOf, showPost } from './post-routes.tsx'

type Caller = OperatorCall<'posts:read' | 'moderation:read' | 'posts:write' | 'comments:write' | 'moderation:write'>

const WRITE = {
  needs: ['posts:read', 'moderation:read', 'posts:write', 'comments:write', 'moderation:write'],
} as const

/** Answers and notes of the team, and decisions about comments of others. */
export function discussionRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.form('/posts/:number/comments', WRITE, async (call, request, reply) => {
    const post = await postByNumber(call, numberOf(request))
    const said = saidIn(membersOf(request))
    try {
      const address = await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
        const { done, place } = await say(call, post.id, said)
        return withNotice(`/console/${call.project.slug}/posts/${post.number}#${place}`, done)
      })
      return goTo(reply, address)
    } catch (error) {
      const view = withFault(await projectView(context, call, request), sayFault(reply, error))
      const { body, isInternal, parentId, statusId = '', notify } = said
      const typed = { comment: body, isNote: isInternal, statusId, notify }
      return showPost(context, call, view, { reply: parentId }, post, typed)
    }
  })
  routes.page('/posts/:number/people', WRITE, async (call, view, request) => {
    const people = await listMentionable(call, (await postByNumber(call, numberOf(request))).id)
    return {
      people: people
        .filter(({ isTeam }) => !isTeam)
        .map(({ displayName, isAuthor, said = '', mention }) => ({
          name: displayName,
          note: isAuthor ? view.words.say('posts_mention_author') : said,
          markdown: mention,
        })),
    }
  })
  const path = '/posts/:number/comments/:comment'
  routes.page(`${path}/delete`, WRITE, async (call, view, request) => {
    const { post, comment } = await commentAt(call, request.params)
    return <ConfirmCommentPage view={view} post={post} comment={comment} />
  })
  routes.form(`${path}/delete`, WRITE, async (call, request, reply) => {
    const { post, comment } = await commentAt(call, request.params)
    await deleteComment(call, comment.id)
    return goTo(reply, `/console/${call.project.slug}/posts/${post.number}`, 'comment_deleted')
  })
  routes.form(`${path}/edit`, WRITE, async (call, request, reply) => {
    const { post, comment } = await commentAt(call, request.params)
    const { version: sent, changed, cursor } = membersOf(request)
    const place = textOf(cursor)
    try {
      await editComment(call, comment.id, { body: textIn(changed) }, [versionIn(sent)])
      const query = place ? `?${new URLSearchParams({ cursor: place })}` : ''
      return goTo(reply, `/console/${call.project.slug}/posts/${post.number}${query}#${comment.id}`, 'comment_saved')
    } catch (error) {
      const view = withFault(await projectView(context, call, request), sayFault(reply, error))
      const version = versionAfter(error, versionIn(sent), comment.version)
      const typed = { changed: { text: textIn(changed), version } }
      return showPost(context, call, view, { cursor: place, edit: comment.id }, post, typed)
    }
  })
  routes.form(`${path}/decide`, WRITE, async (call, request, reply) => {
    const { post, comment } = await commentAt(call, request.params)
    const isRejected = membersOf(request).verdict === 'reject'
    await (isRejected ? reject : approve)(call, comment.id)
    const done = isRejected ? 'item_rejected' : APPROVED[comment.moderationState]
    const path = `/console/${call.project.slug}/posts/${post.number}`
    return goTo(reply, await withUndo(path, call, [post.id]), done)
  })
}

function saidIn(form: Readonly<Record<string, unknown>>): TeamAnswer {
  const parentId = textIn(form.parent_id)
  const statusId = textIn(form.status_id)
  return {
    body: textIn(form.text),
    isInternal: form.kind === 'note',
    ...(parentId && { parentId }),
    ...(statusId && { statusId }),
    notify: form.notify === '1',
  }
}

async function say(call: Caller, postId: Id<'post'>, said: TeamAnswer): Promise<{ done: Done; place: string }> {
  const comment = await answerPost(call, postId, said)
  if (!comment) return { done: 'answered', place: 'discussion' }
  return { done: said.isInternal ? 'note_written' : 'answer_written', place: comment.id }
}

/** A comment is found only at its current post; after a merge that is the other one. */
async function commentAt(call: Caller, params: unknown) {
  const { number, comment: id } = params as { number: string; comment: string } // as the routes say
  const post = await postByNumber(call, number)
  const comment = await getComment(call, id)
  if (comment.postId !== post.id) throw new Problem(notFound)
  return { post, comment }
}
