import { expect, test } from 'vitest'
import { startBoard } from './stage.ts'
import { visitorOf } from './visitor.ts'

/** Where each form of the page comes back to. */
function returnPaths(html: string): string[] {
  return [...html.matchAll(/name="return_to" value="([^"]*)"/g)].map(([, path = '']) => path)
}

// Guarantees that what is rendered once for all visitors shows nothing of one of them to another.
test('the front page is made for its own address, language, theme and visitor, however often it was shown to others', async () => {
  const stage = await startBoard()
  await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  const show = async (path: string, headers: Record<string, string> = {}) =>
    (await stage.board('GET', path, { headers })).text
  const cookie = await visitorOf(stage).signIn({ sub: 'grace' })
  for (const _ of ['made', 'remembered']) {
    const plain = await show('/')
    expect(plain).toContain('Dark mode')
    expect(plain).toContain('<html lang="en"')
    expect(plain).not.toContain('action="/sign-out"')
    expect(plain).not.toMatch(/[0-9a-f]{32}/) // what stands for another part until the page is put together
    expect(new Set(returnPaths(plain))).toEqual(new Set(['/']))
    const other = await show('/?sort=new&x=$&%22%3E')
    expect(new Set(returnPaths(other))).toEqual(new Set(['/?sort=new&amp;x=$&amp;%22%3E']))
    expect(await show('/', { 'accept-language': 'de' })).toContain('<html lang="de"')
    expect(await show('/', { cookie })).toContain('action="/sign-out"')
  }
})

test('the front page shows a status with its new name', async () => {
  const stage = await startBoard()
  await stage.server('POST', '/v1/posts', { title: 'Dark mode' })
  const page = async () => (await stage.board('GET', '/')).text
  const { body } = await stage.server('GET', '/v1/statuses')
  await page()
  await stage.server('PATCH', `/v1/statuses/${body.data[0].id}`, { name: 'Heard of it' })
  const menu = /<details class="drop filter">.*?<\/details>/s
  await expect.poll(async () => menu.exec(await page())?.[0]).toContain('Heard of it') // statuses are remembered for a second
  expect((await page()).split('class="cards"')[1]).toContain('Heard of it')
})
