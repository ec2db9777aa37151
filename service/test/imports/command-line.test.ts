import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../src/cli/index.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { MIGRATIONS } from '../harness/paths.ts'
import { startProject } from '../harness/project.ts'

/** The command line in this process, on the database of the run. */
async function svc(...words: string[]) {
  const [out, told]: [string[], string[]] = [[], []]
  const code = await runCommandLine({
    words,
    environment: {
      DATABASE_URL: databaseUrl(),
      API_ORIGIN: 'http://api.example',
      BOARD_ORIGIN: 'http://{slug}.boards.example',
    },
    migrations: MIGRATIONS,
    version: '0.0.0-test',
    print: (text) => void out.push(text),
    tell: (text) => void told.push(text),
  })
  return { code, text: out.join('\n'), told, json: () => JSON.parse(out.join('')) }
}

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

test('a file is tried, imported, listed and undone on the command line', async () => {
  const { project, server } = await startProject()
  const own = ['--project', project.slug]
  const canny = ['import', ...own, '--from', 'canny', fixture('canny.json')]
  expect((await svc('import', 'list', ...own)).text).toContain('There are no imports.')

  const tried = await svc(...canny, '--dry-run')
  expect(tried.code).toBe(1)
  expect(tried.text).toContain('checked; nothing was changed')
  expect(tried.told).toEqual(
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
  expect((await svc('import', 'undo', ...own, done.json().id)).text).toContain('undone')
  expect((await server('GET', '/v1/posts')).body.data).toEqual([])
})

test('wrong words and files end in a sentence', async () => {
  const { project } = await startProject()
  const own = ['--project', project.slug]
  expect((await svc('import', ...own, '--from', 'jira', 'x')).told[0]).toContain('The formats are')
  expect((await svc('import', ...own, '--from', 'csv')).told[0]).toContain('exactly one file')
  expect((await svc('import', ...own, '--from', 'csv', '/nowhere/x.csv')).told.join()).toContain(
    'there is no such file',
  )
  const wrong = await svc('import', ...own, '--from', 'fider', fixture('github.json'))
  expect([wrong.code, wrong.told.join()]).toEqual([1, expect.stringContaining('not a backup of Fider')])
  expect((await svc('import', 'undo', ...own, 'imp_x')).told.join()).toContain('no import with this id')
})
