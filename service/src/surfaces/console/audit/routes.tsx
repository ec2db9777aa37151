import type { ConsoleKey } from '../../../../../ui/words/console/words.ts'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { listCategories } from '../../../domain/categories/index.ts'
import { titlesOfEntries } from '../../../domain/changelog/index.ts'
import { commentsByIds } from '../../../domain/comments/index.ts'
import { listViews } from '../../../domain/decisions/index.ts'
import { type AuditEntry, listAuditEntries } from '../../../domain/events/index.ts'
import { listFields } from '../../../domain/fields/index.ts'
import { readPosts } from '../../../domain/posts/index.ts'
import { listSegments } from '../../../domain/segments/index.ts'
import { listStatuses } from '../../../domain/statuses/index.ts'
import { MOST_TAGS, pageTags } from '../../../domain/tags/index.ts'
import { readUsers } from '../../../domain/users/index.ts'
import { type IdKind, isId } from '../../../foundation/ids/index.ts'
import type { PageRequest } from '../../../foundation/paging/index.ts'
import type { Columns } from '../../http/index.ts'
import { type Query, queryOf, readPage } from '../../pages/index.ts'
import type { ConsoleContext } from '../shared/context.ts'
import { download } from '../shared/download.ts'
import type { ConsoleRoutes } from '../shared/routing.ts'
import type { ProjectView } from '../shared/view.ts'
import { nameOf } from '../users/list-page.tsx'
import { AuditPage, type Subject } from './page.tsx'
import { KINDS } from './words.ts'

type Caller = OperatorCall<'project:read' | 'users:read' | 'segments:read' | 'insights:read'>

const READ = { needs: ['project:read', 'users:read', 'segments:read', 'insights:read'] } as const
const ENTRIES_A_PAGE = 40

export function auditRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  routes.page('/audit', READ, async (call, view, request) => {
    const query = queryOf(request)
    const kind = kindIn(query)
    const name = ['console audit', call.project.id, kind]
    const { items, next } = await readPage(context.cursors, name, query, ENTRIES_A_PAGE, (page) =>
      listAuditEntries(call, page, kind),
    )
    const address = next && `${view.base}/audit?${new URLSearchParams({ ...(kind && { kind }), cursor: next })}`
    return (
      <AuditPage
        view={view}
        entries={items}
        subjects={await subjectsOf(call, view, items)}
        kind={kind}
        next={address}
      />
    )
  })
  routes.page('/audit.csv', READ, (call, _, request, reply) => {
    const kind = kindIn(queryOf(request))
    const list = (reading: typeof call, page: PageRequest<never>) => listAuditEntries(reading, page, kind)
    return download(context, call, request, reply, { name: 'audit-log', columns: COLUMNS, list })
  })
}

function kindIn(query: Query) {
  return KINDS.find((kind) => kind === query.kind)
}

const COLUMNS: Columns<AuditEntry> = {
  at: ({ at }) => at,
  actor_kind: ({ actor }) => actor.kind,
  actor: ({ actor }) => actor.name,
  actor_id: ({ actor }) => actor.id,
  action: ({ action }) => action,
  subject_id: ({ subjectId }) => subjectId,
  data: ({ data }) => JSON.stringify(data),
  id: ({ id }) => id,
}

/** The objects of the entries, each with its name and page, if it still exists. All objects of a kind are read at once. */
async function subjectsOf(
  call: Caller,
  { base, words }: ProjectView,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, Subject>> {
  const ids = [...new Set(entries.map(({ subjectId }) => subjectId))]
  const those = <Kind extends IdKind>(kind: Kind) => ids.filter((id) => isId(kind, id))
  const comments = await commentsByIds(call, those('comment'))
  const postIds = new Set([...those('post'), ...comments.map(({ postId }) => postId)])
  const [posts, users, statuses, categories, fields, segments, views, tags, written] = await Promise.all([
    readPosts(call, [...postIds]),
    readUsers(call, those('user')),
    listStatuses(call),
    listCategories(call),
    listFields(call),
    listSegments(call),
    listViews(call),
    pageTags(call, { limit: MOST_TAGS, after: undefined }),
    titlesOfEntries(call, those('changelogEntry')),
  ])
  const byId = new Map(posts.map((post) => [post.id, post]))
  const named = (id: string, noun: ConsoleKey, name: string, path: string) =>
    [id, { noun, name, href: `${base}${path}` }] as const
  const quoted = (name: string) => words.say('audit_quoted', { name })
  return new Map<string, Subject>([
    ...posts.map(({ id, title, number }) => named(id, 'audit_post', quoted(title), `/posts/${number}`)),
    ...comments.flatMap(({ id, postId }) => {
      const post = byId.get(postId)
      return post ? [named(id, 'audit_comment', quoted(post.title), `/posts/${post.number}`)] : []
    }),
    ...users.map((user) => named(user.id, 'audit_user', nameOf(words, user), `/users/${user.id}`)),
    ...statuses.map(({ id, name }) => named(id, 'audit_status', quoted(name), `/statuses#${id}`)),
    ...written.map(({ id, title }) => named(id, 'audit_entry', quoted(title), `/changelog/${id}`)),
    ...categories.map(({ id, name }) => named(id, 'audit_category', quoted(name), `/categories#${id}`)),
    ...fields.map(({ id, label }) => named(id, 'audit_field', quoted(label), `/fields#${id}`)),
    ...segments.map(({ id, name }) => named(id, 'audit_segment', quoted(name), `/segments/${id}`)),
    ...views.map(({ id, name, query }) => named(id, 'audit_view', quoted(name), `/decide?${query}&view=${id}`)),
    ...tags.items.map(({ id, name }) => named(id, 'audit_tag', quoted(name), `/statuses#${id}`)),
  ])
}
