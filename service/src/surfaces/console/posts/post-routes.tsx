import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { listCategories } from '../../../domain/categories/index.ts'
import { listCommentsOf } from '../../../domain/comments/index.ts'
import { listFields } from '../../../domain/fields/index.ts'
import { approve, findItem, reject, reportsOf } from '../../../domain/moderation/index.ts'
import { changePostStatus, deletePost, editPost, listActivity, unmergePost } from '../../../domain/posting/index.ts'
import { FLAG_NAMES, getPost, type Post, postByNumber, postUrl, readPosts } from '../../../domain/posts/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import { pageTags } from '../../../domain/tags/index.ts'
import { isId } from '../../../foundation/ids/index.ts'
import { notFound, Problem } from '../../../foundation/problems/index.ts'
import {
  faultyKeys,
  givenIn,
  membersOf,
  type Query,
  queryOf,
  readPage,
  textIn,
  textOf,
  textsIn,
} from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { sayFault } from '../shared/form-errors.ts'
import { versionAfter, versionIn } from '../shared/form-values.ts'
import type { Done } from '../shared/notices.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { withUndo } from '../shared/undo.tsx'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { resultIn } from './bulk-routes.tsx'
import { DeletePostPage } from './delete-pages.tsx'
import { FLAGS, flagNotice } from './flags.ts'
import { HistoryPage } from './history-page.tsx'
import { askedAt, shownIn, type Typed } from './post-forms.tsx'
import { PostPage } from './post-page.tsx'

type Caller = OperatorCall<'posts:read' | 'moderation:read'>

type Writer = OperatorCall<'posts:read' | 'moderation:read' | 'posts:write' | 'comments:write' | 'moderation:write'>

const READ = { needs: ['posts:read', 'moderation:read'] } as const
const WRITE = { needs: ['posts:read', 'moderation:read', 'posts:write', 'comments:write', 'moderation:write'] } as const
const MANY = { limit: 100, after: undefined }
const COMMENTS_A_PAGE = 50
const EVENTS_A_PAGE = 50

/** The notice after an approval, by the state before it. */
export const APPROVED = { approved: 'item_dismissed', pending: 'item_approved', rejected: 'item_approved' } as const

export function numberOf({ params }: FastifyRequest): string {
  return (params as { number: string }).number // as the routes say
}

/** One post with its discussion and all actions. */
export function onePostRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/posts/:number', READ, async (call, view, request) =>
    showPost(context, call, view, queryOf(request), await postByNumber(call, numberOf(request))),
  )
  historyOfPost(routes, context)
  changesOfPost(routes, context)
  routes.page('/posts/:number/delete', WRITE, async (call, view, request) => {
    const post = await postByNumber(call, numberOf(request))
    return <DeletePostPage view={view} post={post} />
  })
  routes.form('/posts/:number/delete', WRITE, async (call, request, reply) => {
    await deletePost(call, (await postByNumber(call, numberOf(request))).id)
    return goTo(reply, `/console/${call.project.slug}/posts`, 'post_deleted')
  })
}

/** The page of a post. After a refused form it contains what was typed. */
export async function showPost(
  context: ConsoleContext,
  call: Caller,
  view: ProjectView,
  query: Query,
  post: Post,
  typed: Typed = {},
) {
  const list = ['console', call.project.id, 'comments', post.id]
  const [statuses, categories, fields, tags, item, target, comments] = await Promise.all([
    listStatuses(call),
    listCategories(call),
    listFields(call),
    pageTags(call, MANY),
    findItem(call, post.id),
    targetOf(call, post),
    readPage(context.cursors, list, query, COMMENTS_A_PAGE, (page) => listCommentsOf(call, post.id, page)),
  ])
  const reports = await reportsOf(
    call,
    comments.items.map(({ id }) => id),
  )
  return (
    <PostPage
      view={view}
      post={post}
      url={postUrl(call, post)}
      statuses={statuses}
      categories={categories}
      fields={fields}
      tags={tags.items}
      reports={item?.reports ?? []}
      target={target}
      talk={{
        comments: comments.items,
        reports,
        cursor: textOf(query.cursor),
        next: comments.next,
        replyTo: textOf(query.reply),
        editing: textOf(query.edit),
      }}
      typed={typed}
      result={resultIn(view.words, query)}
    />
  )
}

/** The post that a merged post leads to, unless it was deleted. */
async function targetOf(call: Caller, { mergedIntoId }: Post): Promise<Post | undefined> {
  const [target] = mergedIntoId ? await readPosts(call, [mergedIntoId]) : []
  return target
}

function historyOfPost(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/posts/:number/history', { needs: ['posts:read', 'history:read'] }, async (call, view, request) => {
    const post = await postByNumber(call, numberOf(request))
    const list = ['console', call.project.id, 'history', post.id]
    const { items, next } = await readPage(context.cursors, list, queryOf(request), EVENTS_A_PAGE, (page) =>
      listActivity(call, post.id, page),
    )
    const named = items.flatMap(({ data }) => Object.values(data)).filter((id) => typeof id === 'string')
    const others = await readPosts(call, [...new Set(named.filter((id) => isId('post', id)))])
    const statuses = await listStatuses(call)
    return <HistoryPage view={view} post={post} events={items} next={next} statuses={statuses} others={others} />
  })
}

type Form = Readonly<Record<string, unknown>>
type Fields = ReturnType<typeof askedAt>

/** Each form does one thing and returns to the post, or shows it with the fault. */
function changesOfPost(routes: ConsoleRoutes, context: ConsoleContext): void {
  const on = (
    path: string,
    work: (call: Writer, post: Post, form: Form) => Promise<Done>,
    typedIn: (form: Form, version: number, fields: Fields, error: unknown) => Typed = () => ({}),
  ) =>
    routes.form(`/posts/:number/${path}`, WRITE, async (call, request, reply) => {
      const post = await postByNumber(call, numberOf(request))
      const form = membersOf(request)
      try {
        const done = await work(call, post, form)
        const path = `/console/${call.project.slug}/posts/${post.number}`
        return goTo(reply, await withUndo(path, call, [post.id]), done)
      } catch (error) {
        const view = withFault(await projectView(context, call, request), sayFault(reply, error))
        const now = await getPost(call, post.id)
        const version = versionAfter(error, versionIn(form.version), now.version)
        return showPost(
          context,
          call,
          view,
          {},
          now,
          typedIn(form, version, askedAt(now, await listFields(call)), error),
        )
      }
    })
  on('edit', saveText, (form, version) => ({ edit: { title: textIn(form.title), body: textIn(form.body), version } }))
  on('status', async (call, { id }, form) => {
    await changePostStatus(call, id, { statusId: textIn(form.status_id), notify: form.notify === '1' })
    return 'status_set'
  })
  on('category', async (call, { id }, form) => {
    await editPost(call, id, { categoryId: textIn(form.category_id) }, undefined)
    return 'post_moved'
  })
  on('tags', async (call, { id }, form) => {
    await editPost(call, id, { tagIds: textsIn(form.tag_ids) }, undefined)
    return 'tags_saved'
  })
  on(
    'fields',
    async (call, post, form) => {
      const shown = shownIn(form, askedAt(post, await listFields(call)))
      await editPost(call, post.id, { fields: givenIn(form, shown) }, undefined)
      return 'fields_saved'
    },
    (form, _, fields, error) => ({
      fields: { values: givenIn(form, fields), faulty: error instanceof Problem ? faultyKeys(error.errors) : [] },
    }),
  )
  for (const flag of FLAG_NAMES) {
    on(FLAGS[flag].path, async (call, { id }, { on }) => {
      await editPost(call, id, { [flag]: on === '1' }, undefined)
      return flagNotice(flag, on === '1')
    })
  }
  on('decide', async (call, { id, moderationState }, { verdict }) => {
    await (verdict === 'reject' ? reject : approve)(call, id)
    return verdict === 'reject' ? 'item_rejected' : APPROVED[moderationState]
  })
  on('unmerge', async (call, { id }) => {
    await unmergePost(call, id).catch((error) => {
      // Somebody else unmerged it first, so the result is the requested one.
      if (!(error instanceof Problem) || error.kind !== notFound) throw error
    })
    return 'post_unmerged'
  })
}

async function saveText(call: Writer, { id }: Post, form: Form): Promise<Done> {
  await editPost(call, id, { title: textIn(form.title), body: textIn(form.body) }, [versionIn(form.version)])
  return 'post_saved'
}
