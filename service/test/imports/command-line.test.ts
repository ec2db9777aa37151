import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandLine } from '../harness/command-line.ts'
import { startProject } from '../harness/project.ts'

const svc = (...words: string[]) => commandLine(words)

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

test('a file is tried, imported, listed and undone on the command line', async () => {
  const { project, server } = await startProject()
  const own = ['--project', project.slug]
  const canny = ['import', ...own, '--from', 'canny', fixture('canny.json')]
  expect((await svc('import', 'list', ...own)).text).toContain('There are no imports.')

  const tried = await svc(...canny, '--dry-run')
  expect(tried.code).toBe(1)
  expect(tried.text).toContain('checked; nothing was changed')
  expect(tried.told.split('\n')).toEqual(
    expect.arrayContaining([
      'Line 1: not carried over: pictures, links to other tools, owners, custom fields, labels and reactions of changelog entries.',
      'Line 3: title is missing.',
      'Line 9: the post that it belongs to is not in the file.',
    ]),
  )
  expect((await svc(...canny)).text).toContain('checked; nothing was changed')
  expect((await server('GET', '/v1/posts')).body.data).toEqual([])

  const done = await svc(...canny, '--skip-faults', '--json')
  expect([done.code, done.json()]).toMatchObject([0, { state: 'done', made: { posts: 2, votes: 2 } }])
  expect((await svc('import', 'list', ...own)).text).toContain(done.json().id)
  const undone = await svc('import', 'undo', ...own, done.json().id)
  expect([undone.code, undone.text]).toEqual([0, expect.stringContaining('undone')]) // although it had faults
  expect((await server('GET', '/v1/posts')).body.data).toEqual([])
})

test('wrong words and files end in a sentence', async () => {
  const { project } = await startProject()
  const own = ['--project', project.slug]
  expect((await svc('import', ...own, '--from', 'jira', 'x')).told).toContain('The formats are')
  expect((await svc('import', ...own, '--from', 'csv', '--dates', 'x', 'x')).told).toContain('Dates are ymd')
  expect((await svc('import', ...own, '--from', 'csv')).told).toContain('exactly one file')
  expect((await svc('import', ...own, '--from', 'csv', '/nowhere/x.csv')).told).toContain('there is no such file')
  const wrong = await svc('import', ...own, '--from', 'fider', fixture('github.json'))
  expect([wrong.code, wrong.told]).toEqual([1, expect.stringContaining('not a backup of Fider')])
  expect((await svc('import', 'undo', ...own, 'imp_x')).told).toContain('no import with this id')
})
