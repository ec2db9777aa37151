import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, ROOT } from '../harness/paths.ts'

// Guarantees what the fonts' license asks for: whoever gets a build gets the text and the names of the authors with it.
test('a build has the license of every font in it', () => {
  const source = globSync('service/src/**/*.ts', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const fonts = new Set([...source.matchAll(/'(@fontsource[^/']*\/[^/']+)\//g)].map(([, name = '']) => name))
  expect(fonts.size).toBeGreaterThan(2)
  const shipped = readFileSync(join(dirname(MAIN), 'FONT-LICENSES.txt'), 'utf8')
  const { resolve } = createRequire(import.meta.url)
  for (const font of fonts) {
    const text = readFileSync(join(dirname(resolve(`${font}/package.json`)), 'LICENSE'), 'utf8')
    expect(shipped, font).toContain(text.trim())
  }
})
