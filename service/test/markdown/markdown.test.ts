import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainTextOf, renderMarkdown } from '../../src/foundation/markdown/index.ts'
import { openBrowser } from '../harness/browser.ts'
import { effort } from '../harness/effort.ts'
import { startProject } from '../harness/project.ts'
import { GROWING } from './growth.ts'
import { PAYLOADS } from './payloads.ts'

test('common Markdown is rendered', () => {
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

// Guarantees that an excerpt has the same words as the text: only the Markdown syntax is left out.
test('a plain text is what the rendered one shows, on one line', () => {
  for (const [text, plain] of [
    ['**Bold** and `co*de*`\nnext line', 'Bold and co*de* next line'],
    ['- one\n- two\n\n1. three', 'one two three'],
    ['# Heading\n\n> quoted *words*', 'Heading quoted words'],
    ['| a | b |\n|---|---|\n| c | d |', 'a b c d'],
    ['see [the page](https://example.com/a_b_c) or https://example.com', 'see the page or https://example.com'],
    ['![a screenshot](https://example.com/x.png)', 'a screenshot'],
    ['[@Ada L.](mention:usr_01) is **right**', '@Ada L. is right'],
    ['```js\nlet a = 1\n```\nafter', 'let a = 1 after'],
    [
      '2 * 3 * 4, snake_case_name, a \\*star\\*, <b> &amp; [x] 3 < 4',
      '2 * 3 * 4, snake_case_name, a *star*, <b> & [x] 3 < 4',
    ],
    ['', ''],
  ] as const)
    expect([text, plainTextOf(text)]).toEqual([text, plain])
  for (const text of Object.values(GROWING)) expect(plainTextOf(text).length).toBeLessThanOrEqual(8 * text.length)
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

// Guarantees it in a real page: the API's HTML is inserted unchanged, and every link in it is clicked.
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

const bytes = (text: string) => Buffer.byteLength(text)
/** Eight times the text; a text of a few characters may have four kilobytes. */
const most = (text: string) => Math.max(4_096, 8 * bytes(text))

test.each(Object.entries(GROWING))('%s make no more than eight bytes of HTML for one of text', (_, text) => {
  expect([...text].length).toBeGreaterThan(4_000)
  expect([...text].length).toBeLessThanOrEqual(10_000)
  expect(bytes(renderMarkdown(text))).toBeLessThanOrEqual(most(text))
})

// Guarantees that one text cannot keep a process busy. The worst took 20 ms when this was measured; before, three seconds.
test('no ten thousand characters take long, whatever they are', () => {
  const spent = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  const slow = Object.entries(GROWING).flatMap(([name, text]) => {
    const turns = [1, 2].map(() => {
      const began = spent()
      renderMarkdown(text)
      return spent() - began
    })
    return Math.min(...turns) > 250 ? [{ name, turns }] : []
  })
  expect(slow).toEqual([])
})

const PIECES = [
  ...[
    '[',
    ']',
    '![',
    '](http://a)',
    '[a]',
    '[a]: http://a.a/b\n',
    '<http://a>',
    'https://a.b/',
    '"',
    '&',
    '<',
    '&amp;',
  ],
  ...[
    '*',
    '**',
    '_',
    '~~',
    '`',
    '```',
    '\\',
    '\n',
    '\n\n',
    '>',
    '> ',
    '- ',
    '1. ',
    '+ ',
    '    ',
    '#',
    '# ',
    '---\n',
    '=\n',
  ],
  ...['|', '|\n', '|-', '|-\n', '|:-:', 'a', ' ', 'ü', '😀', '\u202e'],
]
const piece = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
const repeated = fc.tuple(piece, fc.integer({ min: 1, max: 400 })).map(([text, times]) => text.repeat(times))
const written = fc
  .array(fc.oneof(piece, repeated), { maxLength: 6 })
  .map((parts) => [...parts.join('')].slice(0, 10_000).join(''))

test('no text that chance makes grows beyond it', () => {
  fc.assert(
    fc.property(written, (text) => bytes(renderMarkdown(text)) <= most(text)),
    { numRuns: effort(300) },
  )
})

test('a text that would grow too much is shown as it was typed', () => {
  const rows = '|x|\n'.repeat(500)
  const html = renderMarkdown(`Look at <this>:\n\n${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${rows}`)
  expect(html.startsWith(`<p>Look at &lt;this&gt;:</p>\n<p>|a|a`)).toBe(true)
  expect(html).toContain('<br>\n|-|-')
  expect(html).not.toContain('<table')
})

test('long texts of the kind that people write are rendered, not shown as typed', () => {
  const list = Array.from({ length: 900 }, (_, n) => `- item ${n}\n`).join('')
  const table = `| name | price | in stock |\n|:-----|------:|:--------:|\n${'| tea | 3 | yes |\n'.repeat(500)}`
  const links = Array.from({ length: 200 }, (_, n) => `See [the page](https://example.com/pages/${n}).\n`).join('')
  const discussion = '> I would like this.\n\nSo would **I**, with `code`:\n\n```js\nlet a = 1\n```\n\n'.repeat(120)
  const numbers = `|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(40)}`
  const expected = { list: '<li>', table: '<td', links: '<a ', discussion: '<blockquote>', numbers: '<td>' }
  for (const [name, text] of Object.entries({ list, table, links, discussion, numbers })) {
    expect(text.length, name).toBeLessThanOrEqual(10_000)
    expect(renderMarkdown(text), name).toContain(expected[name as keyof typeof expected]) // the same names
  }
})

test('columns are aligned by a class, since a policy such as ours lets no style in', () => {
  const html = renderMarkdown('| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |')
  expect(html).not.toContain('style')
  expect(html).toContain(
    '<td class="align-left">1</td>\n<td class="align-center">2</td>\n<td class="align-right">3</td>\n<td>4</td>',
  )
})
