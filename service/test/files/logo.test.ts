import { expect, test } from 'vitest'
import { startDesk } from '../console/desk.ts'
import { startProject } from '../harness/project.ts'
import { fetchFile, formWith, png, sharp } from './pictures.ts'

test('a logo is set, replaced and removed by a server, and everybody sees it, also at the door of a private board', async () => {
  const project = await startProject({ draft: { isPrivate: true } })
  const read = async () => (await project.server('GET', '/v1/project')).body.logo_url as string | null
  expect(await read()).toBeNull()
  const put = async (bytes: Buffer) => project.server('PUT', '/v1/project/logo', formWith(Uint8Array.from(bytes)))
  expect((await put(await png(300, 100))).status).toBe(204)
  const first = await read()
  const { status, bytes, headers } = await fetchFile(project, `${first}?size=small`)
  expect(status).toBe(200)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 100 })
  expect((await put(await png(50, 50))).status).toBe(204)
  expect((await fetchFile(project, `${first}`)).status).not.toBe(200)
  const second = await read()
  expect((await fetchFile(project, `${second}`)).status).toBe(200)
  expect((await project.server('DELETE', '/v1/project/logo')).status).toBe(204)
  expect(await read()).toBeNull()
  expect((await fetchFile(project, `${second}`)).status).not.toBe(200)
  const kept = await project.service.database.sql`select 1 from files where project_id = ${project.project.id}`
  expect(kept).toHaveLength(0)
})

test('the console takes a logo, shows it, and says what is wrong with a file', async () => {
  const desk = await startDesk()
  const cookie = await desk.enter()
  const path = `/${desk.project.slug}/settings`
  expect((await desk.ask('POST', `${path}/logo`, { cookie, file: await png(64, 64) })).status).toBe(303)
  const page = (await desk.ask('GET', path, { cookie })).text
  const [, source = ''] = /<img class="logo" src="\/console([^"]+)"/.exec(page) ?? []
  const shown = await desk.ask('GET', source, { cookie })
  expect([shown.status, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'private, max-age=31536000, immutable',
  ])
  const refused = await desk.ask('POST', `${path}/logo`, { cookie, file: Buffer.from('<svg></svg>') })
  expect(refused.status).toBe(415)
  expect(refused.text).toContain('This is not a picture of a kind that is accepted.')
  const large = { form: { name: 'x'.repeat(2_000_000) } } // only a file may be large
  expect((await desk.ask('POST', `${path}/logo`, { cookie, ...large })).status).toBe(413)
  expect((await desk.ask('POST', `${path}/logo/remove`, { cookie, form: {} })).status).toBe(303)
  expect((await desk.ask('GET', path, { cookie })).text).not.toContain('class="logo"')
})
