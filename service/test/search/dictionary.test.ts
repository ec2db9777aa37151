import { expect, test } from 'vitest'
import { forgetGoneWords } from '../../src/domain/search/index.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'

const MOST_WORDS = 50_000

async function dictionaryOf({ service, project }: TestProject): Promise<string[]> {
  const { sql } = service.database
  const rows = await sql<
    { word: string }[]
  >`select word from search_words where project_id = ${project.id} order by word`
  const [counted] = await sql`select word_count from search_dictionaries where project_id = ${project.id}`
  expect(counted?.word_count ?? 0).toBe(rows.length)
  return rows.map(({ word }) => word)
}

/** The job forgets the words of all projects, and other tests leave many behind. */
const startForgetting = async () => startProject({ service: await emptiedService() })

const distinct = (salt: string, many: number) => Array.from({ length: many }, (_, n) => `${salt}${n.toString(36)}x`)

test('two hundred words of a text are learned, those of the title first, and only words', async () => {
  const project = await startProject()
  const body = `${'q'.repeat(41)} ${distinct('body', 1_000).join(' ')}`
  const { body: post } = await project.server('POST', '/v1/posts', { title: 'Zeppelins over dashboards', body })
  const words = await dictionaryOf(project)
  expect(words).toHaveLength(200)
  expect(words).toEqual(expect.arrayContaining(['zeppelins', 'over', 'dashboards', 'body0x']))
  expect(words.filter((word) => word.length > 40)).toEqual([])
  // Words outside the dictionary are still found.
  const { body: found } = await project.app('GET', '/v1/posts?q=bodyrrx')
  expect(found.data.map(({ id }: { id: string }) => id)).toEqual([post.id])
})

// Guarantees it for posts that are written at the same time: the count is exact, and the limit is never exceeded.
test('a dictionary that is full learns nothing more, and what is known stays', async () => {
  const project = await startProject()
  const { sql } = project.service.database
  await project.server('POST', '/v1/posts', { title: 'Dashboards' })
  const filled = MOST_WORDS - 1 - 40
  for (let from = 1; from <= filled; from += 5_000) {
    await sql`
      insert into search_words (project_id, word)
      select ${project.project.id}, 'filled' || n from generate_series(${from}::int, ${Math.min(filled, from + 4_999)}::int) as n`
  }
  await sql`update search_dictionaries set word_count = word_count + ${filled} where project_id = ${project.project.id}`
  const write = (n: number) =>
    project.server('POST', '/v1/posts', { title: `Many words ${n}`, body: distinct(`w${n}a`, 15).join(' ') })
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(write))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  const words = await dictionaryOf(project)
  expect(words).toHaveLength(MOST_WORDS)
  expect(words).toContain('dashboards')
  expect((await project.app('GET', '/v1/posts?q=dahsboards')).body.data).toHaveLength(1)
})

test('words of what was changed, rejected or deleted are forgotten; those of other public posts are not', async () => {
  const project = await startForgetting()
  const { server, call } = project
  await server('POST', '/v1/posts', { title: 'Shared dashboards' })
  const write = async (title: string) => (await server('POST', '/v1/posts', { title })).body.id
  const changed = await write('Changed zeppelins dashboards')
  const rejected = await write('Rejected submarines dashboards')
  const deleted = await write('Deleted rockets dashboards')
  await server('PATCH', `/v1/posts/${changed}`, { title: 'Changed gliders' })
  await server('POST', `/v1/moderation/${rejected}/reject`, {})
  await server('DELETE', `/v1/posts/${deleted}`)
  await forgetGoneWords(call())
  expect(await dictionaryOf(project)).toEqual(['changed', 'dashboards', 'gliders', 'shared'])
  await server('POST', `/v1/moderation/${rejected}/approve`, {})
  expect(await dictionaryOf(project)).toContain('submarines')
  await forgetGoneWords(call())
  expect(await dictionaryOf(project)).toContain('submarines')
})

test('the count stays right when two jobs forget words while a post with the same words is written', async () => {
  const project = await startForgetting()
  const { server, call } = project
  for (let round = 0; round < 5; round += 1) {
    const { body } = await server('POST', '/v1/posts', {
      title: 'Ephemeral words',
      body: distinct('eph', 120).join(' '),
    })
    await server('DELETE', `/v1/posts/${body.id}`)
    await Promise.all([
      forgetGoneWords(call()),
      forgetGoneWords(call()),
      server('POST', '/v1/posts', { title: 'Ephemeral again', body: distinct('eph', 3).join(' ') }),
    ])
    expect(await dictionaryOf(project)).toEqual(expect.arrayContaining(['ephemeral', 'again', 'eph0x', 'eph2x']))
  }
})
