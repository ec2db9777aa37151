import { expect, test } from 'vitest'
import { SECTIONS } from '../../src/surfaces/console/shared/sections.ts'
import { type Desk, startDesk } from './desk.ts'

const guidesIn = (html: string) => [...html.matchAll(/ class="guide" href="([^"]+)"/g)].map(([, link = '']) => link)

/** Pages beside those of the navigation. */
const OTHERS = ['/me', '/new', '/me/operators', '/SLUG/import', '/SLUG/my-mail', '/SLUG/mail/suppressed']

// Guarantees that somebody who does not understand a page is one click away from the place that explains it.
test('every page of the navigation links to its guide, and each link leads to a heading that is there', async () => {
  const desk = await startDesk()
  // Owns everything, so that there is a page for each address.
  const { cookies } = await desk.ask('POST', '/enter', { form: { code: await desk.linkFor('all@guides.example') } })
  const cookie = cookies[0]?.split(';')[0] ?? ''
  const paths = SECTIONS.flatMap(([, sections]) => sections.map(({ path }) => `/SLUG${path}`))
  const links = new Set<string>()
  for (const path of [...paths, ...OTHERS]) {
    const page = await desk.ask('GET', path.replace('SLUG', desk.project.slug), { cookie })
    const found = guidesIn(page.text)
    expect([path, page.status, found.length]).toEqual([path, 200, 1])
    for (const link of found) links.add(link)
  }
  expect(links.size).toBeGreaterThan(15)
  const dead = await Promise.all([...links].map(async (link) => ((await isThere(desk, link)) ? [] : [link])))
  expect(dead.flat()).toEqual([])
})

async function isThere({ service }: Desk, link: string): Promise<boolean> {
  const answer = await fetch(service.origin + link)
  const [, id] = link.split('#')
  return answer.ok && (id === undefined || (await answer.text()).includes(` id="${id}"`))
}
