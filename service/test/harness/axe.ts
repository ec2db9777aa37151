import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { turnOf } from './effort.ts'

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe has to be put into the page, which the policy of the pages forbids; it is off for these contexts alone. */
export const AXED = { bypassCSP: true, serviceWorkers: 'block', reducedMotion: 'reduce' } as const

const LOOKS = ['light', 'dark'] as const

interface Question {
  readonly about?: 'everything' | 'colours'
  /** Of a test that looks at many places, the number of this one: it gets its turn of the looks. Otherwise it gets all. */
  readonly place?: number
}

/** The violations that axe finds in the current page: all rules in its first look, and in others the rules about colours. */
export async function complaintsAbout(page: Page, { about = 'everything', place }: Question = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.addScriptTag({ content: AXE }) // what a tag has is compiled once for all pages of a process, what is evaluated for each
    await page.addStyleTag({ content: '* { transition: none !important }' }) // on the way from one to the other colours are neither
  }
  const found: string[] = []
  for (const [at, colorScheme] of (place === undefined ? LOOKS : turnOf(LOOKS, place)).entries()) {
    await page.emulateMedia({ colorScheme })
    const isWhole = at === 0 && about === 'everything'
    for (const complaint of await page.evaluate(runAxe, isWhole)) found.push(`${colorScheme} ${complaint}`)
  }
  return found
}

/** Runs in the page. Passed rules are not returned: for a full page they are a megabyte. */
async function runAxe(isWhole: boolean): Promise<string[]> {
  const rules = isWhole ? { rules: { 'target-size': { enabled: true } } } : { runOnly: ['color-contrast'] }
  const options = { ...rules, resultTypes: ['violations'], preload: false } // to preload is for audio and video, of which there is none
  const { violations } = await Reflect.get(window, 'axe').run(document, options)
  return violations.map(
    ({ id, impact, nodes }: { id: string; impact: string; nodes: { html: string }[] }) =>
      `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 150))}`,
  )
}
