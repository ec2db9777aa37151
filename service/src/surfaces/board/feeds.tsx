import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Entry, listEntries } from '../../domain/changelog/index.ts'
import { listPosts, type Post } from '../../domain/posts/index.ts'
import { boardOriginOf } from '../../domain/projects/index.ts'
import { sessionRequired } from '../../domain/sessions/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import type { BoardContext } from './context.ts'
import type { View } from './model.ts'
import { postPath } from './pieces.tsx'
import { boardCall, countRead, viewOf, visitorCall } from './visitor.ts'

const ENTRIES = 50
const SITEMAP_PAGES = 10

/** What other programs read. A private board has nothing to tell them. */
export function feedRoutes(app: FastifyInstance, context: BoardContext): void {
  const text = (path: string, type: string, write: (view: View) => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const view = await publicView(context, request, reply)
      return reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=300')
        .send(await write(view))
    })

  text('/feed.xml', 'application/atom+xml', async (view) => {
    const { items } = await listPosts(view.call, {}, 'new', { limit: ENTRIES, after: undefined })
    const title = view.words.say('list_title', { project: view.project.name })
    return atom(
      view,
      '/feed.xml',
      title,
      '/',
      items.map((post) => postEntry(view, post)),
      items[0]?.updatedAt,
    )
  })
  text('/changelog.xml', 'application/atom+xml', async (view) => {
    const { items } = await listEntries(view.call, {}, { limit: ENTRIES, after: undefined })
    const title = `${view.words.say('changelog_title')} · ${view.project.name}`
    return atom(
      view,
      '/changelog.xml',
      title,
      '/changelog',
      items.map((entry) => changelogEntry(view, entry)),
      items[0]?.updatedAt,
    )
  })
  text('/sitemap.xml', 'application/xml', (view) => sitemap(view))
  app.get('/robots.txt', async (request, reply) => {
    const call = await boardCall(context, request)
    const origin = boardOriginOf(call.places, call.project)
    const rules = call.project.isPrivate
      ? 'Disallow: /'
      : `Disallow: /sign-in\nDisallow: /sso/\nDisallow: /continue\nDisallow: /me\n\nSitemap: ${origin}/sitemap.xml`
    return reply.type('text/plain; charset=utf-8').send(`User-agent: *\n${rules}\n`)
  })
}

async function publicView(context: BoardContext, request: FastifyRequest, reply: FastifyReply): Promise<View> {
  const board = await boardCall(context, request)
  const call = await visitorCall(context, board, request, reply)
  await countRead(context, call, request)
  if (call.project.isPrivate && !call.user) throw new Problem(sessionRequired)
  return viewOf(context, call, request)
}

function atom(
  view: View,
  self: string,
  title: string,
  page: string,
  entries: readonly string[],
  updated: Date | undefined,
): string {
  const { origin, words, call } = view
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${words.language}">
<id>${xml(origin + page)}</id>
<title>${xml(title)}</title>
<link rel="self" href="${xml(origin + self)}"/>
<link href="${xml(origin + page)}"/>
<updated>${(updated ?? call.project.createdAt).toISOString()}</updated>
${entries.join('\n')}
</feed>
`
}

function postEntry({ origin }: View, post: Post): string {
  return entryOf({
    address: `${origin}${postPath(post)}`,
    id: `${origin}/posts/${post.number}`,
    title: post.title,
    author: post.author.displayName,
    published: post.createdAt,
    updated: post.updatedAt,
    html: post.bodyHtml,
  })
}

function changelogEntry({ origin, project }: View, entry: Entry): string {
  return entryOf({
    address: `${origin}/changelog#${entry.id}`,
    id: `${origin}/changelog#${entry.id}`,
    title: entry.title,
    author: project.name,
    published: entry.publishAt ?? entry.createdAt,
    updated: entry.updatedAt,
    html: entry.bodyHtml,
  })
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

/** The newest thousand; whoever wants older ones follows the links of the pages. */
async function sitemap({ call, origin }: View): Promise<string> {
  const urls = [`${origin}/`, `${origin}/roadmap`, `${origin}/changelog`]
  let after: Parameters<typeof listPosts>[3]['after']
  for (let page = 0; page < SITEMAP_PAGES; page += 1) {
    const { items, next } = await listPosts(call, {}, 'new', { limit: 100, after })
    urls.push(...items.map((post) => origin + postPath(post)))
    if (!next) break
    after = next
  }
  const lines = urls.map((url) => `<url><loc>${xml(url)}</loc></url>`)
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</urlset>
`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text in XML; characters that no XML can hold are left out. */
function xml(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')
}
