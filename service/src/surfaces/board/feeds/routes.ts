import type { FastifyRequest } from 'fastify'
import { categoryName } from '../../../../../ui/words/names.ts'
import { categoryBySlug, categoryPath } from '../../../domain/categories/index.ts'
import { type Entry, listEntries } from '../../../domain/changelog/index.ts'
import { findPosts, listPosts, newestAddresses, type Post } from '../../../domain/posts/index.ts'
import { boardOriginOf } from '../../../domain/projects/index.ts'
import { withPicturesAt } from '../../../foundation/markdown/index.ts'
import { compress } from '../../http/index.ts'
import { shownCategories } from '../shared/categories.ts'
import { entryPath, postPath } from '../shared/posts.tsx'
import { readForVisitor } from '../shared/reading.ts'
import type { BoardRoutes } from '../shared/routing.ts'
import type { ReaderView, View } from '../shared/view.ts'
import { countStranger, sharedCall, viewOf } from '../shared/visitor.ts'
import { xml } from '../shared/xml.ts'

const ENTRIES = 50
/** The total size of the texts of a feed; escaping HTML can make it four times as long. */
const FEED_BYTES = 500_000
const SITEMAP_POSTS = 1_000
const FEED = { limit: ENTRIES, after: undefined, mostBytes: FEED_BYTES }
const SHARED = { 'cache-control': 'public, max-age=300', vary: 'Accept-Language' }

/** Feeds and the site map, for other programs. A private board answers only signed-in visitors. */
export function feedRoutes(routes: BoardRoutes): void {
  const { context } = routes
  const text = (path: string, type: string, write: (view: ReaderView, request: FastifyRequest) => Promise<string>) =>
    routes.get(path, async (board, request, reply) => {
      const call = await sharedCall(context, board, request, reply)
      const { isPrivate } = call.project
      reply.type(`${type}; charset=utf-8`).headers(isPrivate ? { 'cache-control': 'no-store' } : SHARED)
      const text = await readForVisitor(context, call, request, (call) =>
        write(viewOf(context, call, request), request),
      )
      return reply.send(isPrivate ? text : await compress(request, reply, text))
    })

  text('/feed.xml', 'application/atom+xml', async (view) => {
    const { items } = await listPosts(view.call, {}, 'new', FEED)
    const title = view.words.say('list_title', { project: view.project.name })
    const entries = items.map((post) => postEntry(view, post))
    return atom(view, { self: '/feed.xml', page: '/', title, entries })
  })
  text('/categories/:slug/feed.xml', 'application/atom+xml', async (view, request) => {
    const { slug } = request.params as { slug: string } // as the path says
    const category = await categoryBySlug(view.call, slug)
    const { items } = await findPosts(view.call, { category, sort: 'new' }, FEED)
    const title = `${categoryName(view.words, category)} · ${view.project.name}`
    const page = categoryPath(category)
    return atom(view, { self: `${page}/feed.xml`, page, title, entries: items.map((post) => postEntry(view, post)) })
  })
  text('/changelog.xml', 'application/atom+xml', async (view) => {
    const { items } = await listEntries(view.call, {}, FEED)
    const title = `${view.words.say('changelog_title')} · ${view.project.name}`
    const entries = items.map((entry) => changelogEntry(view, entry))
    return atom(view, { self: '/changelog.xml', page: '/changelog', title, entries })
  })
  text('/sitemap.xml', 'application/xml', (view) => sitemap(view))
  routes.get('/robots.txt', async (call, request, reply) => {
    await countStranger(context, call, request)
    const { places, project } = call
    const rules = project.isPrivate
      ? 'Disallow: /'
      : `Disallow: /sign-in\nDisallow: /sso/\nDisallow: /continue\nDisallow: /me\n\nSitemap: ${boardOriginOf(places, project)}/sitemap.xml`
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(`User-agent: *\n${rules}\n`)
  })
}

interface Feed {
  readonly self: string
  /** The page with the same content for people. */
  readonly page: string
  readonly title: string
  readonly entries: readonly FeedEntry[]
}

function atom({ origin, words, call }: View, { self, page, title, entries }: Feed): string {
  const newest = Math.max(call.project.createdAt.getTime(), ...entries.map(({ updated }) => updated.getTime()))
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${words.language}">
<id>${xml(origin + page)}</id>
<title>${xml(title)}</title>
<link rel="self" href="${xml(origin + self)}"/>
<link href="${xml(origin + page)}"/>
<updated>${new Date(newest).toISOString()}</updated>
${entries.map(entryOf).join('\n')}
</feed>
`
}

function postEntry({ origin }: View, post: Post): FeedEntry {
  return {
    address: `${origin}${postPath(post)}`,
    id: `${origin}/posts/${post.number}`,
    title: post.title,
    author: post.author.displayName,
    published: post.createdAt,
    updated: post.updatedAt,
    html: withPicturesAt(origin, post.bodyHtml),
  }
}

function changelogEntry({ origin, project }: View, entry: Entry): FeedEntry {
  return {
    address: origin + entryPath(entry),
    id: origin + entryPath(entry),
    title: entry.title,
    author: project.name,
    published: entry.publishAt ?? entry.createdAt,
    updated: entry.updatedAt,
    html: withPicturesAt(origin, entry.bodyHtml),
  }
}

interface FeedEntry {
  readonly address: string
  readonly id: string
  readonly title: string
  readonly author: string
  readonly published: Date
  readonly updated: Date
  readonly html: string
}

function entryOf({ address, id, title, author, published, updated, html }: FeedEntry): string {
  return `<entry>
<id>${xml(id)}</id>
<title>${xml(title)}</title>
<link href="${xml(address)}"/>
<author><name>${xml(author)}</name></author>
<published>${published.toISOString()}</published>
<updated>${updated.toISOString()}</updated>
<content type="html">${xml(html)}</content>
</entry>`
}

/** The newest thousand; older ones are found through the links of the pages. */
async function sitemap({ call, origin }: ReaderView): Promise<string> {
  const [posts, categories] = await Promise.all([newestAddresses(call, SITEMAP_POSTS), shownCategories(call)])
  const urls = [
    `${origin}/`,
    `${origin}/roadmap`,
    `${origin}/changelog`,
    ...categories.map((category) => origin + categoryPath(category)),
    ...posts.map((post) => origin + postPath(post)),
  ]
  const lines = urls.map((url) => `<url><loc>${xml(url)}</loc></url>`)
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</urlset>
`
}
