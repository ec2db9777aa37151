import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { rich } from '../src/panel/rich.ts'
import { makePost, startHost, useHostPages } from './host-page.ts'

const open = useHostPages()
const shown = (html: string) => renderToString(h('div', {}, rich(html)) as VNode)

const HOSTILE = {
  'a script': ['<p>a<script>alert(1)</script>b</p>', '<div><p>aalert(1)b</p></div>'],
  'an attribute that runs': ['<p onclick="alert(1)">a</p>', '<div><p>a</p></div>'],
  'a picture that fails': ['<img src="x" onerror="alert(1)">a', '<div>a</div>'],
  'a link that runs': ['<a href="javascript:alert(1)">a</a>', '<div><span>a</span></div>'],
  'a link that runs, with a blank': ['<a href=" javascript:alert(1)">a</a>', '<div><span>a</span></div>'],
  'a link with entities': ['<a href="&#106;avascript:alert(1)">a</a>', '<div><span>a</span></div>'],
  data: ['<a href="data:text/html,<b>">a</a>', '<div><span>a</span></div>'],
  'a frame': ['<iframe src="https://evil.example"></iframe>a', '<div>a</div>'],
  'a style': ['<style>*{color:red}</style><p style="position:fixed">a</p>', '<div>*{color:red}<p>a</p></div>'],
  drawings: [
    '<svg onload="alert(1)"><a xlink:href="javascript:1">a</a></svg>',
    '<div>a xlink:href=&quot;javascript:1&quot;>a</div>',
  ],
  'tags that are not closed': ['<p><em>a<strong>b', '<div><p><em>a<strong>b</strong></em></p></div>'],
  'ends without beginnings': ['</p></div></html>a', '<div>a</div>'],
  'half a tag': ['a<p', '<div>ap</div>'],
  'escaped tags': [
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;</p>',
    '<div><p>&lt;script>alert(1)&lt;/script> &amp;lt;</p></div>',
  ],
} as const

test.each(Object.entries(HOSTILE))(
  'of HTML with %s only text and harmless elements are left',
  (_, [html, expected]) => {
    expect(shown(html)).toBe(expected)
  },
)

test('a link leads away from the page with nothing of it', () => {
  expect(shown('<a href="https://acme.example/?a=1&amp;b=2">a</a>')).toBe(
    '<div><a href="https://acme.example/?a=1&amp;b=2" target="_blank" rel="nofollow ugc noopener noreferrer">a</a></div>',
  )
})

test('a picture has its size and its words, and learns nothing of the page', () => {
  const html =
    '<img src="https://b.example/files/x?size=small" width="80" height="60" alt="A &quot;b&quot;" class="c" onload="d">'
  expect(shown(html)).toBe(
    '<div><img src="https://b.example/files/x?size=small" alt="A &quot;b&quot;" width="80" height="60" loading="lazy" referrerpolicy="no-referrer"/></div>',
  )
})

test('columns of a table keep their alignment, and no other class comes in', () => {
  expect(shown('<table><tr><td class="align-right">1</td><td class="host-page-red">2</td></tr></table>')).toBe(
    '<div><table><tr><td style="text-align:right;">1</td><td>2</td></tr></table></div>',
  )
})

test('deeply nested HTML is flattened, and nothing takes long', () => {
  expect(shown('<blockquote>'.repeat(10_000)).match(/<blockquote>/g)).toHaveLength(40)
  expect(shown(`<a ${'a="b" '.repeat(10_000)}`)).not.toContain('<a')
  expect(shown('<'.repeat(100_000))).toBe('<div></div>')
})

// Guarantees that whatever people write, in any field that the panel shows, runs nothing in the client's own page.
test('hostile titles, bodies, names, tags and statuses are shown as text', async () => {
  const app = await startHost()
  const hostile = '<img src=x onerror=window.ran=1><script>window.ran=1</script>'
  const { body: tag } = await app.server('POST', '/v1/tags', { name: '<b onclick=x>tag' })
  const { body: status } = await app.server('POST', '/v1/statuses', {
    name: '<svg onload=x>',
    category: 'planned',
    color: '#123456',
    on_roadmap: true,
  })
  const post = await makePost(app, hostile, {
    body: `${hostile}\n\n[a](javascript:window.ran=1) <https://acme.example>`,
    tag_ids: [tag.id],
    status_id: status.id,
  })
  await app.server('POST', `/v1/posts/${post.id}/comments`, { body: hostile, is_official: true })
  await app.server('POST', '/v1/changelog', { title: hostile, body: hostile, state: 'published', post_ids: [post.id] })
  const { page, faults } = await open(app)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog')
  const dangers = () =>
    panel.evaluate((dialog) => {
      const found: string[] = []
      for (const element of dialog.querySelectorAll('*')) {
        const isForeign = element.matches('script, iframe, object, embed, base, style, img')
        const isLoaded = [...element.attributes].some(
          ({ name, value }) => name.startsWith('on') || /^\s*(?:javascript|data|vbscript):/i.test(value),
        )
        if (isForeign || isLoaded) found.push(element.outerHTML)
      }
      return found
    })
  await panel.getByRole('button', { name: hostile, exact: true }).click()
  await panel.locator('.discussion .prose', { hasText: 'onerror' }).waitFor()
  expect(await panel.locator('.opening .facts').innerText()).toContain('<b onclick=x>tag')
  expect(await dangers()).toEqual([])
  for (const name of ['Roadmap', /^Changelog/]) {
    await panel.getByRole('button', { name }).click()
    await panel.getByRole('button', { name: hostile, exact: true }).waitFor()
    expect(await dangers()).toEqual([])
  }
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
  expect(faults).toEqual([])
})
