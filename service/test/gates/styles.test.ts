import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/paths.ts'

const SURFACES = 'service/src/surfaces'
const STYLES: Readonly<Record<string, string>> = {
  board: `{ui,ui/editor,${SURFACES}/board/**}/*.css`,
  console: `{ui,ui/editor,${SURFACES}/console/**}/*.css`,
  widget: '{widget/src/**/*,ui/{status,ballot,editor/style}}.css',
}
/** Only these style what every page has. */
const FOR_ALL_PAGES = /^(?:ui|widget)\/|\/(?:board|console)\/shared\//

function selectorsIn(file: string): string[] {
  const css = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')
  return [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter((head) => !/^(?:@|from$|to$|\d+%)/.test(head))
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim().replaceAll(/,\s+/g, ','))
}

/** What a selector belongs to: the classes and ids before its first blank or combinator, those within brackets included. */
function ownersOf(selector: string): string[] {
  const [first = ''] = /^(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s>+~(])+/.exec(selector) ?? []
  const itself = first.replace(/:(?:not|has)\(.*\)|\([^()]*[ >+~][^()]*\)/g, '')
  return itself.match(/[.#][a-z][\w-]*/gi) ?? []
}

test.each(Object.entries(STYLES))('%s: no class is styled in two files', (_, pattern) => {
  const files = globSync(pattern, { cwd: ROOT })
  expect(files.length).toBeGreaterThan(1)
  const homes = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [owner] of selectorsIn(file).map(ownersOf)) {
      if (owner) homes.set(owner, (homes.get(owner) ?? new Set()).add(file))
    }
  }
  expect(homes.size).toBeGreaterThan(10)
  expect([...homes].filter(([, places]) => places.size > 1).map(([owner, places]) => [owner, ...places])).toEqual([])
})

test.each(Object.entries(STYLES))('%s: the style of one feature or page reaches no other', (_, pattern) => {
  const own = globSync(pattern, { cwd: ROOT }).filter((file) => !FOR_ALL_PAGES.test(file))
  const reaching = own.flatMap((file) =>
    selectorsIn(file)
      .filter((selector) => ownersOf(selector).length === 0)
      .map((selector) => `${file}: ${selector}`),
  )
  expect(reaching).toEqual([])
})
