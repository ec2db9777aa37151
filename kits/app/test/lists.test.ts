import { describe, expect, test } from 'vitest'
import { playService, problem } from './played-service.ts'

/** Three pages of two, two and one. */
const PAGES = {
  '': { data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'one' },
  one: { data: [{ id: 'c' }, { id: 'd' }], next_cursor: 'two' },
  two: { data: [{ id: 'e' }], next_cursor: null },
}
const startPages = () =>
  playService(({ path }) => {
    const cursor = new URL(path, 'http://localhost').searchParams.get('cursor') ?? ''
    return { body: PAGES[cursor as keyof typeof PAGES] } // the cursors that the pages name
  })

describe('a list', () => {
  test('is read item by item, over all pages, with its filters', async () => {
    const { client, requests } = await startPages()
    const seen: string[] = []
    for await (const post of client().posts.list({ sort: 'top', limit: 2 })) seen.push(post.id)
    expect(seen.join('')).toBe('abcde')
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/posts?sort=top&limit=2',
      '/v1/posts?sort=top&limit=2&cursor=one',
      '/v1/posts?sort=top&limit=2&cursor=two',
    ])
  })

  test('does not end where somebody else answered', async () => {
    const { client } = await playService(() => ({ body: { hello: 'world' } }))
    const read = async () => {
      for await (const _ of client().posts.list()) break
    }
    await expect(read()).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  test('sends no request until it is read, and none for pages that are not read', async () => {
    const { client, requests } = await startPages()
    const list = client().posts.list()
    expect(requests).toHaveLength(0)
    for await (const post of list) if (post.id === 'b') break
    expect(requests).toHaveLength(1)
    for await (const post of list) if (post.id === 'c') break
    expect(requests).toHaveLength(3)
  })

  test('can be read page by page', async () => {
    const { client, requests } = await startPages()
    const list = client().posts.list({ sort: 'new' })
    const first = await list.page()
    expect(first).toEqual(PAGES[''])
    expect(await list.page(first.next_cursor ?? '')).toEqual(PAGES.one)
    expect(requests.map(({ path }) => path)).toEqual(['/v1/posts?sort=new', '/v1/posts?sort=new&cursor=one'])
  })

  test('can go on from a cursor that was kept', async () => {
    const { client } = await startPages()
    const seen: string[] = []
    for await (const post of client().posts.list({ cursor: 'one' })) seen.push(post.id)
    expect(seen.join('')).toBe('cde')
  })

  test('gives each item once, even if several are asked for at a time', async () => {
    const { client, requests } = await startPages()
    const items = client().posts.list()[Symbol.asyncIterator]()
    const results = await Promise.all(Array.from({ length: 7 }, () => items.next()))
    expect(results.map(({ value }) => value?.id ?? '-').join('')).toBe('abcde--')
    expect(results.map(({ done }) => done)).toEqual([false, false, false, false, false, true, true])
    expect(requests).toHaveLength(3)
  })

  test('that was left is at its end', async () => {
    const { client, requests } = await startPages()
    const items = client().posts.list()[Symbol.asyncIterator]()
    await items.next()
    expect(await items.return?.()).toEqual({ done: true, value: undefined })
    expect(await items.next()).toEqual({ done: true, value: undefined })
    expect(requests).toHaveLength(1)
  })

  test('goes over empty pages in the middle', async () => {
    const { client } = await playService((_, count) => ({
      body: { data: count === 3 ? [{ id: 'a' }] : [], next_cursor: count === 3 ? null : `c${count}` },
    }))
    const seen: string[] = []
    for await (const post of client().posts.list()) seen.push(post.id)
    expect(seen).toEqual(['a'])
  })

  test('ends with the error of a page that fails', async () => {
    const { client } = await playService(({ path }) =>
      path.includes('cursor') ? problem(400, 'cursor_invalid') : { body: PAGES[''] },
    )
    const seen: string[] = []
    const reading = (async () => {
      for await (const post of client().posts.list()) seen.push(post.id)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'cursor_invalid' })
    expect(seen).toEqual(['a', 'b'])
  })

  test('stops with its signal', async () => {
    const { client, requests } = await startPages()
    const controller = new AbortController()
    const reading = (async () => {
      for await (const post of client().posts.list({}, { signal: controller.signal })) {
        if (post.id === 'b') controller.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'aborted' })
    expect(requests).toHaveLength(1)
  })
})
