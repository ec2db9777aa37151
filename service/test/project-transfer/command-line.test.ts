import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'
import { fileOf, ownDirectory, recordsIn } from './transfer.ts'

test('a project is exported and imported on the command line', async () => {
  const { project, server } = await startProject()
  await server('POST', '/v1/posts', { title: 'Dark mode' })
  const file = join(await ownDirectory(), 'acme.ndjson.gz')
  const slug = `moved-${project.slug}`
  const written = await commandLine(['project', 'export', project.slug, file, '--json'])
  expect([written.code, written.json()]).toEqual([0, { file, bytes: (await stat(file)).size }])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file)
  const again = await commandLine(['project', 'export', project.slug, file])
  expect([again.code, again.told]).toEqual([2, expect.stringContaining('is there already')])
  expect(await readFile(file)).toEqual(before)
  const taken = await commandLine(['project', 'import', file, '--json'])
  expect([taken.code, taken.json().code]).toEqual([1, 'slug_taken'])
  const made = await commandLine(['project', 'import', file, '--slug', slug, '--json'])
  expect(made.json()).toMatchObject({ project: { slug, name: 'Acme' }, records: recordsIn(before).length - 2 })
  const cut = await commandLine(['project', 'import', await fileOf(before.subarray(0, 300)), '--json'])
  expect([cut.code, cut.json().code]).toEqual([1, 'export_invalid'])
  const missing = await commandLine(['project', 'export', project.slug, '/no/such/directory/acme.gz'])
  expect([missing.code, missing.told]).toEqual([1, expect.stringContaining('its directory does not exist')])
})
