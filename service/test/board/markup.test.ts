import { expect, test } from 'vitest'
import { PAYLOADS } from '../markdown/payloads.ts'
import { blns } from '../names/blns.ts'
import { startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

/** Every element that pages or Markdown may make. */
const ELEMENTS = new Set(
  `html head meta title link script body a header div span nav main section article h1 h2 h3 h4 h5 h6 p ol ul li form
   input button label textarea details summary svg path rect circle time b bdi strong em s code pre blockquote hr br table
   thead tbody tr th td dialog progress search fieldset legend footer noscript template`.split(/\s+/),
)
const TAG = /<(\/?)([a-zA-Z][^\s/>]*)((?:\s+[^\s"'=<>/]+(?:="[^"]*")?)*)\s*\/?>/y
const ADDRESS = /^(?:[/#?]|https?:|mailto:|$)/

/** Reads a page like a parser that forgives nothing: what is no tag of ours is a fault. */
function faultsOf(html: string): string[] {
  const faults: string[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    TAG.lastIndex = at
    const found = TAG.exec(html)
    if (html.startsWith('<!doctype html>', at)) at += 15
    else if (!found) return [...faults, `no tag: ${html.slice(at, at + 60)}`]
    else {
      const [whole, , name = '', attributes = ''] = found
      if (!ELEMENTS.has(name)) faults.push(`<${name}>`)
      for (const [, attribute = '', value = ''] of attributes.matchAll(/([^\s=]+)="([^"]*)"/g)) {
        if (/^on|^style$|^srcdoc$/i.test(attribute)) faults.push(`${attribute}="${value}"`)
        const isAddress = ['href', 'src', 'action', 'formaction'].includes(attribute)
        if (isAddress && !ADDRESS.test(value)) faults.push(`${attribute}="${value}"`)
      }
      if (name === 'script' && !/ src="\/assets\//.test(attributes) && !whole.startsWith('</')) faults.push(whole)
      at += whole.length
    }
  }
  return faults
}

test('the reader of pages finds what it should find', () => {
  for (const bad of [
    '<img src=x>',
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<script>x</script>',
    '< p',
    '<iframe>',
  ])
    expect(faultsOf(bad), bad).not.toEqual([])
  expect(faultsOf('<!doctype html><p class="a" hidden>1 &lt; 2</p><br/>')).toEqual([])
})

// Guarantees that texts of visitors stay plain text in every place of a page.
test('hostile titles, texts, names, tags, statuses and searches are never markup', async () => {
  const stage = await startBoard({ name: '"><b>&amp;' })
  const { signIn, form } = visitorOf(stage)
  const texts = [...PAYLOADS, ...blns()].map((text) => text.trim()).filter((text) => [...text].length >= 3)
  expect(texts.length).toBeGreaterThan(300)
  const cookie = await signIn({ given_name: '<b>Grace</b>', family_name: '"><script>' })
  const { body: tag } = await stage.server('POST', '/v1/tags', { name: '<i>tag</i>"' })
  const { body: status } = await stage.server('POST', '/v1/statuses', { name: '<i>status"', category: 'planned' })
  const pages = ['/roadmap', '/changelog', '/me', '/new', `/?tag=${tag.id}`, `/?status=${status.id}`, '/sign-in']
  for (let at = 0; at < texts.length; at += 16) {
    const some = texts.slice(at, at + 16)
    const title = [...(some[0] ?? '')].slice(0, 140).join('')
    const draft = { title, body: some.join('\n\n').slice(0, 9_000), status_id: status.id, tag_ids: [tag.id] }
    const { status: made, body: post } = await stage.server('POST', '/v1/posts', draft)
    if (made !== 201) continue // its title has only invisible characters
    const { pathname } = new URL(post.url)
    await form(`/posts/${post.number}/comments`, { body: some.join('\n\n').slice(0, 4_900) }, { cookie })
    await stage.server('POST', '/v1/changelog', { title, body: draft.body, post_ids: [post.id], state: 'published' })
    const query = encodeURIComponent(title.toWellFormed())
    pages.push(
      pathname,
      `/?q=${query}`,
      `/new?title=${query}`,
      `/sign-in?return_to=/${query}&intent=${query}`,
      `/${query}`,
    )
  }
  expect(pages.length).toBeGreaterThan(90)
  pages.push('/', '/?sort=new')
  const look = async (path: string) => {
    for (const headers of [{}, { cookie }]) {
      const { text } = await stage.board('GET', path, { headers })
      if (text.startsWith('<')) expect(faultsOf(text), path).toEqual([])
    }
  }
  while (pages.length > 0) await Promise.all(pages.splice(0, 8).map(look))
})
