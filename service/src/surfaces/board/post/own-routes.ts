import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WordKey } from '../../../../../ui/words/words.ts'
import type { UserCall } from '../../../domain/call/index.ts'
import { commentsLocked } from '../../../domain/comments/index.ts'
import { type GivenValues, listFields } from '../../../domain/fields/index.ts'
import {
  deleteOwnComment,
  deleteOwnPost,
  editOwnComment,
  editOwnPost,
  postInDiscussion,
} from '../../../domain/posting/index.ts'
import { type Post, postByNumber } from '../../../domain/posts/index.ts'
import { Problem, versionConflict } from '../../../foundation/problems/index.ts'
import { faultyKeys, givenIn, membersOf, redirect, textIn } from '../../pages/index.ts'
import { readWrittenForm } from '../editor/written-form.ts'
import type { BoardContext } from '../shared/context.ts'
import { postPath } from '../shared/posts.tsx'
import { bodyFault, isAbout, sendRefused, withFault } from '../shared/refused-forms.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import { viewOf, writerCall } from '../shared/visitor.ts'
import { postPage } from './show.tsx'

/** Changing and deleting one's own posts and comments. The domain decides what may be changed, and for how long. */
export function ownRoutes(routes: BoardRoutes): void {
  const { context } = routes
  routes.fileForm('/posts/:number/edit', (request, reply) => change(context, request, reply, editIdea))
  routes.form('/posts/:number/delete', (request, reply) => change(context, request, reply, deleteIdea))
  routes.fileForm('/posts/:number/comments/:comment/edit', (request, reply) =>
    change(context, request, reply, editComment),
  )
  routes.form('/posts/:number/comments/:comment/delete', (request, reply) =>
    change(context, request, reply, deleteComment),
  )
}

interface Asked {
  readonly post: Post
  /** The id of the comment; empty for a post. */
  readonly comment: string
  readonly title: string
  readonly body: string
  /** Of a post: what the form says about its fields. */
  readonly values: GivenValues
  readonly versions: readonly number[]
}

/** Returns the address to go to. */
type Change = (call: UserCall, asked: Asked) => Promise<string>

const editIdea: Change = async (call, { post, title, body, values, versions }) => {
  const patch = { title, body, ...(Object.keys(values).length > 0 && { fields: values }) }
  return `${postPath(await editOwnPost(call, post.id, patch, versions))}?saved=1`
}

const deleteIdea: Change = async (call, { post }) => {
  await deleteOwnPost(call, post.id)
  return '/me/ideas?deleted=1'
}

const editComment: Change = async (call, { post, comment, body, versions }) => {
  await editOwnComment(call, comment, { body }, versions)
  return `${postPath(post)}?saved=1#${comment}`
}

const deleteComment: Change = async (call, { post, comment }) => {
  await deleteOwnComment(call, comment)
  return `${postPath(post)}?deleted=1`
}

async function change(context: BoardContext, request: FastifyRequest, reply: FastifyReply, work: Change) {
  const { number, comment = '' } = request.params as { number: string; comment?: string } // as the routes say
  const call = await writerCall(context, request, reply)
  const { title, body, fault } = await readWrittenForm(context, call, request)
  const values = comment === '' ? await valuesIn(call, request) : {}
  const refuse = async (faults: readonly WordKey[], faulty: readonly string[] = []) => {
    const view = withFault(viewOf(context, call, request), ...faults)
    const returned = { form: comment === '' ? 'edit-idea' : `edit-${comment}`, title, body, values, faulty }
    const page = await postPage(context, view, {}, await postByNumber(call, number), returned)
    return sendRefused(call, request, reply, page)
  }
  if (fault) return refuse([fault])
  try {
    const post = await postByNumber(call, number)
    const versions = [Number(membersOf(request).version)]
    return redirect(reply, await work(call, { post, comment, title, body, values, versions }), 303)
  } catch (error) {
    const faults = faultsOf(error, body, comment === '')
    if (faults.length === 0) throw error
    return refuse(faults, error instanceof Problem ? faultyKeys(error.errors) : [])
  }
}

/** Of the fields that the form showed: a field that somebody added since then keeps what it has. */
async function valuesIn(call: UserCall, request: FastifyRequest): Promise<GivenValues> {
  const form = membersOf(request)
  const asked = textIn(form.asked).split(' ')
  if (asked[0] === '') return {}
  return givenIn(
    form,
    (await listFields(call)).filter(({ key }) => asked.includes(key)),
  )
}

const FAULTS: Readonly<Record<string, WordKey>> = {
  [versionConflict.code]: 'changed_meanwhile',
  [postInDiscussion.code]: 'idea_in_discussion',
  [commentsLocked.code]: 'comments_locked',
}

function faultsOf(error: unknown, body: string, isIdea: boolean): readonly WordKey[] {
  const fields = [
    isAbout(error, '/title') ? ('title_invalid' as const) : undefined,
    error instanceof Problem && error.errors?.some(({ pointer }) => pointer.startsWith('/fields'))
      ? ('fields_invalid' as const)
      : undefined,
    bodyFault(error, body, isIdea ? 'body_too_long' : 'comment_invalid'),
  ]
  const other = error instanceof Problem ? FAULTS[error.kind.code] : undefined
  return other ? [other] : fields.filter((fault) => fault !== undefined)
}
