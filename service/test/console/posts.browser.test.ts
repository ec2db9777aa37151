import { expect, test } from 'vitest'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { type PostsDesk, startPostsDesk } from './posts-desk.ts'
import { useModerator } from './tabs.ts'

const openTab = useModerator()
/** Something of everything that these pages can show. */
async function fill(desk: PostsDesk): Promise<{ number: number; merged: number; comment: string }> {
  const { session } = await desk.signIn({ traits: { plan: 'pro' } })
  await desk.addTag('Mobile')
  const [post, other, merged] = [
    await desk.write('Dark mode', { session, body: 'For *nights*, [see](https://a.example)\n\n- `code`\n\n> quote' }),
    await desk.write('Dark theme', { session }),
    await desk.write('Night mode'),
  ]
  await desk.server('POST', `/v1/posts/${merged.id}/merge`, { into_post_id: other.id })
  await desk.app('POST', '/v1/reports', { session, body: { post_id: post.id, reason: 'Rude' } })
  const said = await desk.app('POST', `/v1/posts/${post.id}/comments`, { session, body: { body: 'Me too' } })
  const comment = said.body.id
  await desk.app('POST', '/v1/reports', { session, body: { comment_id: comment, reason: 'Rude too' } })
  await desk.submit(`/posts/${post.number}/comments`, { kind: 'note', text: 'Too dear' })
  await desk.submit(`/posts/${other.number}/comments`, { kind: 'answer', text: 'Soon' })
  await desk.write('Something new', { session })
  return { number: post.number, merged: merged.number, comment }
}

test('in light and dark, axe finds nothing on Today, posts, a post and merging; nothing is wider than a small screen', async () => {
  const desk = await startPostsDesk()
  const { number, merged, comment } = await fill(desk)
  const { page } = await openTab(desk, { ...AXED, viewport: { width: 320, height: 640 } })
  const one = `/posts/${number}`
  const today = ['', '?show=reported', '/numbers']
  const posts = ['/posts', '/posts?q=nothing+here', '/posts/new', one, `${one}?edit=${comment}`, `/posts/${merged}`]
  const more = [`${one}/votes`, `${one}/history`, `${one}/delete`, `${one}/merge`, `${one}/merge?into=2`]
  for (const [place, path] of [...today, ...posts, ...more, '/posts/merge?n=1&n=2'].entries()) {
    await page.goto(`/console/${desk.project.slug}${path}`)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect([path, await complaintsAbout(page, { place })]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
  }
  await page.goto(`/console/${desk.project.slug}/inbox`)
  await page.keyboard.press('?')
  expect(await complaintsAbout(page)).toEqual([])
})

test('an answer mentions people of the discussion by the same list as on the board; Ctrl K writes a link there', async () => {
  const desk = await startPostsDesk()
  const { session } = await desk.signIn({ sub: 'ada' })
  const post = await desk.write('Dark mode', { session })
  await desk.server('PUT', '/v1/users/by_sub/bob', {})
  await desk.server('POST', `/v1/posts/${post.id}/comments`, { body: 'I am Bob', sub: 'bob' })
  const { page, faults } = await openTab(desk, AXED)
  const forms = [
    [`/posts/${post.number}`, '#write'],
    ['', '.composer'],
  ] as const
  for (const [place, [path, form]] of forms.entries()) {
    await page.goto(`/console/${desk.project.slug}${path}`)
    const field = page.locator(`${form} textarea`)
    await field.focus()
    await page.getByRole('button', { name: 'Bold' }).waitFor()
    await page.keyboard.type('Thanks @')
    const options = page.getByRole('listbox', { name: 'People in this discussion' }).getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual(['Acme user I am Bob', 'Acme user Wrote this post'])
    expect(await complaintsAbout(page, { place })).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await expect.poll(() => field.inputValue()).toMatch(/^Thanks \[@Acme user\]\(mention:usr_\w+\) \[\]\(https:\/\/\)$/)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await field.fill('')
  }
  expect(faults).toEqual([])
})
