import { type OperatorCall, permit } from '../../../domain/call/index.ts'
import { firstChoice, listCategories } from '../../../domain/categories/index.ts'
import { fieldsFor, listFields } from '../../../domain/fields/index.ts'
import { writePostForTeam } from '../../../domain/posting/index.ts'
import { NO_FLAGS } from '../../../domain/posts/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import { pageTags } from '../../../domain/tags/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import { Problem } from '../../../foundation/problems/index.ts'
import { postColumns } from '../../http/index.ts'
import { faultyKeys, givenIn, makeOnce, membersOf, queryOf, readPage, textIn, textsIn } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import { sayFault } from '../shared/form-errors.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { bulkRoutes, resultIn } from './bulk-routes.tsx'
import { discussionRoutes } from './discussion-routes.tsx'
import { flagsInForm } from './flags.ts'
import { PostsPage } from './list-page.tsx'
import { mergeRoutes } from './merge-routes.tsx'
import { NewPostPage, type PostDraftForm } from './new-page.tsx'
import { onePostRoutes } from './post-routes.tsx'
import { addressOf, postsOf, readPostQuery } from './query.ts'
import { voterRoutes } from './voter-routes.tsx'

type Caller = OperatorCall<'posts:read' | 'moderation:read'>

const READ = { needs: ['posts:read', 'moderation:read'] } as const
const WRITE = { needs: ['posts:read', 'moderation:read', 'posts:write'] } as const
const MANY = { limit: 100, after: undefined }

/** All posts in a table, with actions for many at once. */
export function postRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, asked: ReturnType<typeof queryOf>) => {
    const fields = await listFields(call)
    const query = readPostQuery(asked, fields)
    const [statuses, categories, segments, tags, { items, next }] = await Promise.all([
      listStatuses(call),
      listCategories(call),
      view.may('segments:read') ? listSegments(permit(call, 'segments:read')) : [],
      pageTags(call, MANY),
      readPage(
        context.cursors,
        ['console', call.project.id, 'posts', addressOf('', query)],
        asked,
        Number(query.size ?? 25),
        (page) => postsOf(call, query, page),
      ),
    ])
    return (
      <PostsPage
        view={view}
        query={query}
        cursor={typeof asked.cursor === 'string' ? asked.cursor : undefined}
        statuses={statuses}
        categories={categories}
        fields={fields}
        segments={segments}
        tags={tags.items}
        posts={items}
        next={next && addressOf(view.base, query, { cursor: next })}
        result={resultIn(view.words, asked)}
      />
    )
  }
  routes.page('/posts', READ, (call, view, request) => show(call, view, queryOf(request)))
  routes.page('/posts.csv', READ, async (call, _, request, reply) => {
    const fields = await listFields(call)
    const query = readPostQuery(queryOf(request), fields)
    const list = (reading: typeof call, page: PageRequest<never>) => postsOf(reading, query, page, 'whole')
    const columns = postColumns(call, fields)
    return download(context, call, request, reply, { name: 'posts', columns, list })
  })
  bulkRoutes(routes, context, show)
  newPostRoutes(routes, context)
  mergeRoutes(routes, context)
  onePostRoutes(routes, context)
  voterRoutes(routes, context)
  discussionRoutes(routes, context)
}

function newPostRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = async (call: Caller, view: ProjectView, draft: PostDraftForm) => {
    const [statuses, categories, fields, tags] = await Promise.all([
      listStatuses(call),
      listCategories(call),
      listFields(call),
      pageTags(call, MANY),
    ])
    return (
      <NewPostPage
        view={view}
        statuses={statuses}
        categories={categories}
        fields={fields}
        tags={tags.items}
        draft={draft}
      />
    )
  }
  routes.page('/posts/new', WRITE, (call, view) =>
    show(call, view, { title: '', body: '', tagIds: [], flags: NO_FLAGS }),
  )
  routes.form('/posts/new', WRITE, async (call, request, reply) => {
    const form = membersOf(request)
    const statusId = textIn(form.status_id)
    const categoryId = textIn(form.category_id)
    const draft = { title: textIn(form.title), body: textIn(form.body), tagIds: textsIn(form.tag_ids) }
    const flags = flagsInForm(form)
    const [fields, categories] = await Promise.all([listFields(call), listCategories(call)])
    const category = categories.find(({ id }) => id === categoryId) ?? firstChoice(categories)
    const values = givenIn(form, category ? fieldsFor(fields, category) : [])
    try {
      const address = await makeOnce(call, { caller: `${call.actor.operator.id} console` }, request, async (call) => {
        const chosen = { ...(statusId && { statusId }), ...(categoryId && { categoryId }) }
        const { number } = await writePostForTeam(call, { ...draft, ...flags, ...chosen, fields: values })
        return `/console/${call.project.slug}/posts/${number}`
      })
      return goTo(reply, address, 'post_written')
    } catch (error) {
      const text = sayFault(reply, error)
      return show(call, withFault(await projectView(context, call, request), text), {
        ...draft,
        statusId,
        categoryId,
        flags,
        values,
        faulty: error instanceof Problem ? faultyKeys(error.errors) : [],
      })
    }
  })
}
