import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'

test('svc duplicate lists pairs, dismisses one and suggests it again', async () => {
  const { server, project, service } = await startProject()
  const svc = (verb: string, ...words: string[]) =>
    commandLine(['duplicate', verb, '--project', project.slug, ...words])
  expect(await svc('list')).toMatchObject({ code: 0, text: 'There are none.' })
  const make = async (title: string): Promise<string> => (await server('POST', '/v1/posts', { title })).body.id
  const [one = '', other = ''] = [await make('Dark mode'), await make('A dark theme')].sort()
  await service.database.sql`
    insert into duplicate_suggestions (project_id, post_id, other_id, score, found_at)
    values (${project.id}, ${one}, ${other}, 92, now())`
  const list = await svc('list')
  expect(list.text).toMatch(/^ALIKE +POST +TITLE +INTO +TITLE\n92 % +pst_\w+ +/)
  for (const word of [one, other, 'Dark mode', 'A dark theme']) expect(list.text).toContain(word)
  expect((await svc('list', '--json')).json().data).toHaveLength(1)
  expect(await svc('dismiss', one, other)).toMatchObject({ code: 0, text: 'They are not the same.' })
  expect((await svc('list')).text).toBe('There are none.')
  expect((await svc('list', '--dismissed', '--json')).json().data).toMatchObject([{ score: 92 }])
  expect(await svc('reopen', other, one)).toMatchObject({ code: 0, text: 'The pair is suggested again.' })
  expect((await svc('list', '--json')).json().data).toHaveLength(1)
  const unknown = await svc('dismiss', one, one)
  expect([unknown.code, unknown.told]).toEqual([1, expect.stringContaining('svc duplicate list')])
  expect((await svc('dismiss', one)).code).toBe(2)
  expect((await svc('reopen', one, other, one)).code).toBe(2)
  expect((await commandLine(['duplicate', 'list'])).code).toBe(2)
})
