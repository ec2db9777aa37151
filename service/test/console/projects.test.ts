import { expect, test } from 'vitest'
import { systemCall } from '../../src/domain/call/index.ts'
import { createProject } from '../../src/domain/projects/index.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startDesk } from './desk.ts'

// Guarantees that an operator reaches every project, however many there are.
test('the list of projects has pages, by name, each project once', async () => {
  const service = await emptiedService()
  const desk = await startDesk({ service, draft: { name: 'Zebra' } })
  const cookie = await desk.enter('owner@acme.example')
  const all = await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('all@acme.example') } })
  const owner = all.cookies[0]?.split(';')[0] ?? ''
  const { database, config } = service
  for (let i = 0; i < 70; i += 1)
    await createProject(systemCall(database, config, database.clock.now()), {
      name: `Project ${i % 3}`,
      slug: `many-${i}`,
    })
  const slugs: string[] = []
  let path = ''
  do {
    const { text } = await desk.ask('GET', path, { cookie: owner })
    slugs.push(...[...text.matchAll(/href="\/console\/((?:many|t)[\w-]+)"/g)].map(([, slug = '']) => slug))
    path = (/href="\/console(\?cursor=[^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')
  } while (path)
  expect([slugs.length, new Set(slugs).size, slugs.at(-1)]).toEqual([71, 71, desk.project.slug])
  const own = await desk.ask('GET', '', { cookie })
  expect(own.text).toContain('Zebra')
  expect(own.text).not.toContain('Project 1')
})
