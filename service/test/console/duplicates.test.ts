import { expect, test } from 'vitest'
import { compareOwn } from '../duplicates/comparing.ts'
import type { DeskAnswer } from './desk.ts'
import { noticeIn, startPostsDesk } from './posts-desk.ts'

const sidesIn = ({ text }: DeskAnswer) =>
  [...text.matchAll(/<p class="label">([^<]*)<\/p><h2[^>]*><a [^>]*>(.*?)<\/a>/g)].map(([, role, title]) => [
    role,
    title,
  ])
const linkIn = ({ text }: DeskAnswer, key: string) =>
  new RegExp(`href="/console/[\\w-]+(/duplicates[^"]*)" data-key="${key}"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ??
  ''
const pathOf = ({ headers }: DeskAnswer) => (headers.location ?? '').replace(/^\/console\/[\w-]+/, '')

/** A desk with likely duplicates. */
async function startWithPairs(...titles: readonly string[]) {
  const desk = await startPostsDesk()
  const posts = []
  for (const title of titles) posts.push(await desk.write(title))
  await desk.open('/duplicates')
  await compareOwn(desk)
  return { ...desk, posts }
}

test('a pair is shown side by side with what both titles share, and can be swapped and merged; the merge can be undone', async () => {
  const { open, submit, posts, read } = await startWithPairs('Dark mode <b>now</b>', 'A dark mode <b>now</b>')
  const [first, second] = posts
  const page = await open('/duplicates')
  const marked = '<mark>Dark</mark> <mark>mode</mark> &lt;'
  expect(sidesIn(page)[1]?.[1]).toContain(marked)
  expect(sidesIn(page).map(([role]) => role)).toEqual(['This post is merged', 'This post stays'])
  const swapped = await open(linkIn(page, 's'))
  expect(sidesIn(swapped)[0]?.[1]).toContain(marked)
  expect(sidesIn(await open(linkIn(swapped, 's')))).toEqual(sidesIn(page))
  const merged = await submit('/duplicates/merge', { post: first?.id ?? '', into: second?.id ?? '', next: '' })
  expect([merged.status, pathOf(merged)]).toEqual([
    303,
    expect.stringMatching(/^\/duplicates\?undo=\w+&done=today_merged$/),
  ])
  expect(await read(first ?? { id: '', number: 0 })).toMatchObject({ merged_into_id: second?.id })
  const after = await open(pathOf(merged))
  expect(after.text).toContain('No likely duplicates')
  const change = /name="change" value="(\w+)"/.exec(after.text)?.[1] ?? ''
  await submit('/undo', { change })
  expect(sidesIn(await open('/duplicates'))).toHaveLength(2)
})

test('a dismissed pair is gone for good, and undoing brings it back; skipping shows the next one', async () => {
  const { open, submit, posts } = await startWithPairs('Voice notes', 'A voice note', 'Gift cards', 'Gift card')
  const page = await open('/duplicates')
  const other = await open(linkIn(page, 'j'))
  expect(sidesIn(other)).not.toEqual(sidesIn(page))
  expect(sidesIn(await open(linkIn(other, 'j')))).toEqual(sidesIn(page))
  expect((await open('')).text).toMatch(/Likely duplicates.*?<span class="count">2</s)
  const [one, two] = posts
  const dismissed = await submit('/duplicates/dismiss', {
    post: one?.id ?? '',
    into: two?.id ?? '',
    next: '//evil.example',
  })
  const after = await open(pathOf(dismissed))
  expect(noticeIn(after)).toContain('not the same')
  expect(sidesIn(after).join()).toContain('Gift')
  expect(linkIn(after, 'j')).toBe('')
  await submit('/undo', { change: /name="change" value="(\w+)"/.exec(after.text)?.[1] ?? '' })
  expect(linkIn(await open('/duplicates'), 'j')).not.toBe('')
})

test('somebody who may only read sees pairs without buttons; what does not exist is refused in words', async () => {
  const { ask, enter, submit, open, project, posts } = await startWithPairs('Night trains', 'A night train')
  const cookie = await enter('viewer@duplicates.example', 'viewer')
  const seen = await ask('GET', `/${project.slug}/duplicates`, { cookie })
  expect([seen.status, sidesIn(seen).length, seen.text.includes('/duplicates/merge')]).toEqual([200, 2, false])
  const form = { post: posts[0]?.id ?? '', into: posts[1]?.id ?? '' }
  expect((await ask('POST', `/${project.slug}/duplicates/dismiss`, { cookie, form })).status).toBe(403)
  for (const wrong of ['pst_nothing', '', 'a\0b']) {
    expect((await submit('/duplicates/merge', { ...form, into: wrong })).status).toBe(404)
    expect((await submit('/duplicates/dismiss', { ...form, post: wrong })).status).toBe(404)
  }
  expect((await open('/duplicates?pair=nothing&stays=nothing')).status).toBe(200)
})
