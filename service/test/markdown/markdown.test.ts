import { expect, test } from 'vitest'
import { renderMarkdown } from '../../src/foundation/markdown/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { startProject } from '../harness/project.ts'
import { PAYLOADS } from './payloads.ts'

test('what people write most is rendered', () => {
  expect(renderMarkdown('**Bold** and `code`\nnext line')).toBe(
    '<p><strong>Bold</strong> and <code>code</code><br>\nnext line</p>\n',
  )
  expect(renderMarkdown('- one\n- two')).toBe('<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n')
  expect(renderMarkdown('see https://example.com/a?b=1&c=2')).toBe(
    '<p>see <a href="https://example.com/a?b=1&amp;c=2" rel="nofollow ugc noopener">https://example.com/a?b=1&amp;c=2</a></p>\n',
  )
  expect(renderMarkdown('# Heading')).toBe('<h3>Heading</h3>\n')
  expect(renderMarkdown('![a screenshot](https://example.com/x.png)')).toBe(
    '<p><a href="https://example.com/x.png" rel="nofollow ugc noopener">a screenshot</a></p>\n',
  )
})

test('every link leads to a web page, is marked as a visitor’s, and no image is loaded from elsewhere', () => {
  for (const payload of PAYLOADS) {
    const html = renderMarkdown(payload)
    for (const [, attributes = ''] of html.matchAll(/<a([^>]*)>/g)) {
      expect([payload, attributes]).toEqual([
        payload,
        expect.stringMatching(/^ href="https?:\/\/[^"\s@]*"( title="[^"]*")? rel="nofollow ugc noopener"$/),
      ])
    }
    expect([
      payload,
      html.match(
        /<(?!\/?(?:a|p|br|em|strong|code|pre|h[3-6]|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|hr|s)\b)[a-z!]/i,
      ),
    ]).toEqual([payload, null])
  }
})

// Guarantees it where it counts: what the API answers is put into a page as it is, and every link of it is clicked.
test('nothing that was written runs in a browser: not from a body, a title or a comment', async () => {
  const { server, app } = await startProject()
  const browser = await openBrowser()
  const page = await browser.newPage()
  const ran: string[] = []
  await page.exposeFunction('pwned', () => void ran.push('ran'))
  page.on('dialog', (dialog) => dialog.dismiss())
  await page.route('**', (route) => route.abort())
  const posts = []
  for (const payload of PAYLOADS) {
    const title = payload.replace(/\s+/g, ' ').slice(0, 140)
    const { status, body } = await server('POST', '/v1/posts', { title, body: payload })
    expect(status, JSON.stringify(body)).toBe(201)
    posts.push(body)
  }
  const { body: list } = await app('GET', '/v1/posts?limit=100')
  for (const post of [...posts, ...list.data]) {
    await page.setContent('<main></main><h1></h1>')
    await page.evaluate(({ title, body_html }) => {
      const [main, heading] = [document.querySelector('main'), document.querySelector('h1')]
      if (main) main.innerHTML = body_html // as a page of the client may do
      if (heading) heading.textContent = title
      for (const link of document.querySelectorAll('a'))
        link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    }, post)
  }
  expect(ran).toEqual([])
  await page.setContent('<main></main>')
  await page.evaluate(() => {
    const main = document.querySelector('main')
    if (main) main.innerHTML = '<img src=x onerror=pwned()>'
  })
  await expect.poll(() => ran, { message: 'the trap itself works' }).toEqual(['ran'])
})

// Guarantees that nobody can keep the service busy by what they write: four times the text is about four times the work, not sixteen.
test('the work grows with the length of the text, whatever the text', () => {
  const worst = [
    '[',
    '![',
    '*a **a ',
    '`',
    '<',
    '> ',
    '- ',
    '&',
    'http://',
    '[a](',
    '\\',
    '_a__b',
    '![a](b "',
    '|a\n|-\n',
  ]
  const took = (text: string, length: number) => {
    const long = text.repeat(Math.ceil(length / text.length))
    const turns = [1, 2, 3].map(() => {
      const began = process.threadCpuUsage() // what else the machine does meanwhile does not count
      renderMarkdown(long)
      return process.threadCpuUsage(began).user / 1_000
    })
    return Math.min(...turns)
  }
  const steep = worst.map((text) => ({ text, ratio: took(text, 40_000) / Math.max(1, took(text, 10_000)) }))
  expect(steep.filter(({ ratio }) => ratio > 12)).toEqual([])
})
