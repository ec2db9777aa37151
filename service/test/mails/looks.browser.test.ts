import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Letter, openMailLinks } from '../../src/domain/mails/index.ts'
import type { TeamLetter } from '../../src/domain/team-mails/index.ts'
import { renderMail, renderTest } from '../../src/surfaces/mails/index.ts'
import { AXED, complaintsAbout } from '../harness/axe.ts'
import { useTabs } from '../harness/tabs.ts'
import { teamLetters } from '../team-mails/letters.ts'
import { everyLetter } from './letters.ts'
import { startMailStage } from './stage.ts'

const openTab = useTabs()
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar']
/** PICTURES=FOLDER writes every mail there as a picture: by language, for wide and narrow screens, light, dark and without style sheet. */
const { PICTURES } = process.env

interface Mail {
  readonly about: string
  readonly subject: string
  readonly html: string
}

async function renderer() {
  const stage = await startMailStage({ draft: { accentColor: '#4b32c9' } })
  const links = await openMailLinks(stage.running.database.sql)
  const render = (letter: Letter, locale: string) =>
    renderMail({ ...letter, user: { ...letter.user, locale } }, stage.running.config, links)
  const renderTeam = (letter: TeamLetter) => renderMail(letter, stage.running.config, links)
  const renderTrial = ({ project }: Letter) => renderTest(project, 'mia@acme.example', stage.running.config)
  return { letters: await everyLetter(stage), render, renderTeam, renderTrial }
}

test('every mail of every language fits on a phone, can be read in light and dark, and loads nothing', async () => {
  const { letters, render, renderTeam, renderTrial } = await renderer()
  expect(letters.size).toBe(10)
  const { page, sent } = await openTab({ baseURL: 'http://localhost', ...AXED, viewport: { width: 320, height: 640 } })
  const mails: Mail[] = LANGUAGES.flatMap((locale) =>
    [...letters].map(([name, letter]) => ({ about: `${locale}-${name}`, ...render(letter, locale) })),
  )
  const digest = letters.get('digest') ?? expect.unreachable('there is no digest')
  mails.push({ about: 'team-test', ...renderTrial(digest) })
  for (const [name, letter] of teamLetters(digest)) mails.push({ about: `team-${name}`, ...renderTeam(letter) })
  for (const [place, { about, html, subject }] of mails.entries()) {
    await page.setContent(html)
    expect([about, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([about, 320])
    expect([about, `${subject} ${html}`.match(/\{\w+\}|mails_\w+/g)]).toEqual([about, null])
    if (/^(?:en|ar)-(?:several|digest|entry)$|^team-/.test(about))
      expect([about, await complaintsAbout(page, { about: 'colours', place })]).toEqual([about, []])
  }
  expect(sent.map((request) => request.url())).toEqual([])
  const changed = letters.get('status') ?? expect.unreachable('there is no such letter')
  // The name of a status may be a word of the sentence around it.
  const { html } = render(withStatus(changed, 'idea'), 'en')
  expect(html.replace(/<[^>]*>/g, '')).toContain('This idea is now ideaOpen the idea')
  if (PICTURES) await takePictures(page, mails, resolve(PICTURES))
})

function withStatus(letter: Letter, name: string): Letter {
  const named = <Post extends Letter['stories'][number]['post']>(post: Post) => ({
    ...post,
    status: { ...post.status, name },
  })
  return {
    ...letter,
    stories: letter.stories.map((story) => ({
      ...story,
      news: story.news.map((news) => (news.type === 'status' ? { ...news, post: named(news.post) } : news)),
    })),
  }
}

async function takePictures(page: Page, mails: readonly Mail[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { about, html } of mails) {
    for (const look of ['light', 'dark', 'bare'] as const) {
      await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
      await page.setContent(look === 'bare' ? html.replace(/<style>.*?<\/style>/s, '') : html)
      for (const width of [600, 320]) {
        await page.setViewportSize({ width, height: 200 })
        await page.screenshot({ path: join(folder, `${about}-${width}-${look}.png`), fullPage: true })
      }
    }
  }
}
