import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { pythonWith } from '../../../kits/server/test/signers.ts'
import { coreOf } from '../../src/surfaces/console/setup/samples/core.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { ROOT } from '../harness/paths.ts'

const NAMES = ['django', 'express', 'flask', 'go', 'laravel', 'nextjs', 'rails', 'spring']
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const filesOf = (pattern: string) => globSync(`examples/${pattern}`, { cwd: ROOT }).sort()

/** Without the indentation that all its lines share. */
function dedent(text: string): string {
  const indents = text.match(/^[ \t]*(?=\S)/gm) ?? ['']
  const shared = Math.min(...indents.map(({ length }) => length))
  return text.replace(new RegExp(`^[ \\t]{${shared}}`, 'gm'), '')
}

/** The samples of a guide that are not commands, each with the file of an example that is linked last before it. */
function samplesOf(guide: string) {
  const text = read(`docs/guides/quickstarts/${guide}.md`)
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => language !== 'sh')
    .map(({ index, 2: sample = '' }) => {
      const links = [...text.slice(0, index).matchAll(/\]\(\.\.\/\.\.\/\.\.\/(examples\/[^)]+)\)/g)]
      return { sample, file: links.map(([, file = '']) => file).findLast((file) => !file.endsWith('.md')) ?? '' }
    })
}

/** Whether the lines of the sample stand in the file, one after the other, all moved by the same indentation. */
function holds(file: string, sample: string): boolean {
  const lines = read(file).split('\n')
  const count = sample.trimEnd().split('\n').length
  const wanted = dedent(sample.trimEnd())
  return lines.some((_, start) => dedent(lines.slice(start, start + count).join('\n')) === wanted)
}

// Guarantees that a sample of a guide is code that the tests of the examples run.
test('every sample of the quickstarts stands in its example, line by line', () => {
  for (const guide of [...NAMES, 'README']) {
    const samples = samplesOf(guide)
    expect([guide, samples.length]).toEqual([guide, expect.toSatisfy((count) => count > (guide === 'README' ? 0 : 2))])
    for (const { sample, file } of samples)
      expect([guide, file, sample, holds(file, sample)]).toEqual([guide, file, sample, true])
  }
})

test('the commands of a README are those of its guide, and both fit on a screen', () => {
  const commandsIn = (text: string) =>
    /^```sh\n([\s\S]*?)^```$/m
      .exec(text)?.[1]
      ?.replace(/ +#.*$/gm, '')
      .trimEnd() ?? ''
  for (const name of NAMES) {
    const readme = read(`examples/${name}/README.md`)
    expect(commandsIn(readme)).toBe(commandsIn(read(`docs/guides/quickstarts/${name}.md`)))
    expect([name, readme.split('\n').length]).toEqual([name, expect.toSatisfy((lines) => lines < 40)])
  }
})

test('the widget’s script, the style and Java’s signer are the same file everywhere', () => {
  const homes =
    '{express/public,flask/static,django/acme/static,rails/public,laravel/public,go/static,spring/src/main/resources/static}'
  const scripts = filesOf(`${homes}/feedback.js`)
  const styles = filesOf(`{${homes.slice(1, -1)},nextjs/app}/style.css`)
  expect([scripts.length, new Set(scripts.map(read)).size]).toEqual([7, 1])
  expect([styles.length, new Set(styles.map(read)).size]).toEqual([8, 1])
  const [signer = ''] = filesOf('spring/src/**/SignInToken.java')
  expect(read(signer)).toBe(`package com.example.acme;\n\n${read('docs/guides/sign-in-tokens/SignInToken.java')}`)
})

/** The samples below a heading that are not commands, by their language. */
function samplesBelow(text: string, heading: string): Record<string, string> {
  const [section = ''] = text.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? []
  const samples = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, sample]) => [
    language,
    sample,
  ])
  return Object.fromEntries(samples.filter(([language]) => language !== 'sh'))
}

test('the guide to sign-in tokens shows the samples of the kits, and the signers that are run', () => {
  const guide = read('docs/guides/sign-in-tokens/README.md')
  const kits = { js: 'server', python: 'python', ruby: 'ruby', php: 'php', go: 'go' }
  const ofKits = Object.entries(kits).map(([language, kit]) => [
    language,
    samplesBelow(read(`kits/${kit}/README.md`), 'Sign users in')[language],
  ])
  expect(samplesBelow(guide, 'Sign a token')).toEqual(Object.fromEntries(ofKits))

  const files = { js: 'node.mjs', python: 'python.py', ruby: 'ruby.rb', php: 'php.php', go: 'go/main.go' }
  const cores = Object.entries({ ...files, java: 'SignInToken.java' }).map(([language, file]) => {
    const core = coreOf(read(`docs/guides/sign-in-tokens/${file}`))
    return [language, `${core}\n${language === 'java' ? '}\n' : ''}`]
  })
  expect(samplesBelow(guide, 'Signers')).toEqual(Object.fromEntries(cores))
})

test('what is not run says so first, and nothing else does', () => {
  const sayers = NAMES.filter((name) => /not run by our tests/.test(read(`examples/${name}/README.md`)))
  expect(sayers).toEqual(['laravel', 'spring'])
  expect(read('examples/spring/README.md').split('\n')[2]).toMatch(/^This example is not run by our tests/)
})

const PARSERS = [
  {
    language: 'Python',
    files: '{django,flask}/**/*.py',
    command: () => pythonWith('1'),
    words: ['-c', 'import ast, sys; [ast.parse(open(f).read(), f) for f in sys.argv[1:]]'],
  },
  {
    language: 'Ruby',
    files: 'rails/{*,app/**/*,config/**/*}.{rb,ru}',
    command: () => 'ruby',
    words: ['-e', 'ARGV.each { |f| RubyVM::InstructionSequence.compile_file(f) }'],
  },
  {
    language: 'PHP',
    files: 'laravel/{app,bootstrap,config,public,routes}/**/*.php',
    command: () => 'php',
    words: ['-r', 'foreach (array_slice($argv, 1) as $f) token_get_all(file_get_contents($f), TOKEN_PARSE);'],
  },
  { language: 'Go', files: 'go/*.go', command: () => 'gofmt', words: ['-l', '-e'] },
]

test.for(PARSERS)(
  '$language of the examples can be parsed',
  ({ language, files, command, words }, context: TestContext) => {
    const paths = filesOf(files)
    expect(paths.length).toBeGreaterThan(2)
    const program = command()
    const run = program ? spawnSync(program, [...words, ...paths], { cwd: ROOT, encoding: 'utf8' }) : undefined
    if (!run || run.error) return skipWithout(language, context)
    expect([run.status, run.stdout, run.stderr]).toEqual([0, '', ''])
  },
)
