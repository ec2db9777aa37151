import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { pythonWith } from '../../../kits/server/test/signers.ts'
import { VARIABLES } from '../../src/surfaces/docs/reference/samples/request.ts'
import type { Language } from '../../src/surfaces/docs/reference/samples/samples.ts'
import type { World } from '../access/samples.ts'
import { png } from '../files/pictures.ts'
import { QUICK_JAVA, QUICK_JAVAC } from '../harness/java.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { ROOT } from '../harness/paths.ts'
import { startProject } from '../harness/project.ts'
import { type LiveSample, liveSamples, shownSamples } from './chosen-samples.ts'
import { storyWorld } from './stories.ts'

const LONGEST_RUN_MS = 300_000 // the first run of Go compiles its standard library
const RUNNERS = join(ROOT, 'service/test/reference/runners')
const kit = (name: string) => join(ROOT, 'kits', name)

interface Stage {
  readonly world: World
  /** Where samples run, with the files that they send. */
  readonly folder: string
  readonly shown: readonly string[]
  readonly live: readonly LiveSample[]
}

async function stageFor(language: Language): Promise<Stage> {
  const world = await storyWorld(await startProject())
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'picture.png'), await png())
  writeFileSync(join(folder, 'ideas.ndjson'), '{"type":"post","external_id":"1","title":"Dark mode"}\n')
  return { world, folder, shown: shownSamples(language), live: await liveSamples(language, world) }
}

/** Runs a program to its end, with what a reader sets before, and answers with what it printed. */
async function run(
  { world, folder }: Stage,
  [command, ...words]: readonly [string, ...string[]],
  input: unknown = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = {
    ...process.env,
    LC_ALL: 'C.UTF-8',
    [VARIABLES.secretKey]: world.secretKey,
    [VARIABLES.projectKey]: world.project.publishableKey,
    [VARIABLES.session]: world.session,
    ...environment,
  }
  const child = spawn(command, words, { cwd: folder, env, timeout: LONGEST_RUN_MS })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  child.stdin.on('error', () => {}) // it need not read what it is given
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const printed = Buffer.concat(out).toString()
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${printed}\n${Buffer.concat(err)}`)
  return printed
}

/** Each sample printed what its call answers, and did what it says. */
async function judge({ world, live }: Stage, printed: string): Promise<void> {
  const parts = printed.split(/^<<<.*>>>\n/m).slice(1)
  expect(parts).toHaveLength(live.length)
  for (const [place, { operationId, caller, prints = '' }] of live.entries())
    expect.soft([operationId, caller, parts[place]]).toEqual([operationId, caller, expect.stringContaining(prints)])
  for (const { operationId, sample } of live) {
    if (operationId !== 'castVote' && operationId !== 'castVoteForSub') continue
    const { body } = await world.server('GET', `/v1/posts/${sample.params?.id}`)
    expect.soft([operationId, body.vote_count]).toEqual([operationId, 1])
  }
}

const has = (command: string, ...words: string[]) => spawnSync(command, words, { stdio: 'ignore' }).status === 0

function needs(tool: string, isThere: boolean, context: TestContext): void {
  if (!isThere) skipWithout(tool, context)
}

test('the samples for curl are shell, and run', async (context) => {
  needs('curl', has('curl', '--version'), context)
  const stage = await stageFor('curl')
  writeFileSync(join(stage.folder, 'shown.sh'), stage.shown.join('\n'))
  await run(stage, ['bash', '-n', 'shown.sh'])
  const strict = 'set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n'
  const script = stage.live.map(({ code }, place) => `echo '<<<${place}>>>'\n${code}\necho\n`)
  await judge(stage, await run(stage, ['bash', '-c', strict + script.join('')]))
})

test('the samples for TypeScript have the right types, and run', async () => {
  const stage = await stageFor('TypeScript')
  const { folder, shown, live, world } = stage
  const write = (name: string, code: string) => {
    writeFileSync(join(folder, name), code)
    return name
  }
  for (const [place, code] of shown.entries()) write(`shown-${place}.ts`, code)
  const kits = ['app', 'server'].map((name) => [`@feedback-board/${name}`, join(kit(name), 'src/index.ts')])
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'nodenext',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: Object.fromEntries(kits.map(([name, path]) => [name, [path]])),
  }
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['shown-*.ts'] }))
  await run(stage, [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder])
  const samples = live.map(({ code }, place) => ({
    file: write(`live-${place}.ts`, code),
    token: world.signToken(),
  }))
  const urls = kits.map(([name, path = '']) => [name, pathToFileURL(path).href])
  const task = { kits: Object.fromEntries(urls), samples }
  await judge(stage, await run(stage, [process.execPath, '--no-warnings', join(RUNNERS, 'run.mjs')], task))
})

const python = pythonWith('import cryptography')

test('the samples for Python are written in it, and run', async (context) => {
  needs('Python 3 with cryptography', python !== undefined, context)
  const environment = { PYTHONPATH: join(kit('python'), 'src'), PYTHONDONTWRITEBYTECODE: '1' }
  await readAndRun('Python', [python ?? '', '-W', 'error', join(RUNNERS, 'run.py')], environment)
})

test('the samples for Ruby are written in it, and run', async (context) => {
  needs('Ruby 3.1', has('ruby', '-ropenssl', '-e', 'exit RUBY_VERSION >= "3.1"'), context)
  await readAndRun('Ruby', ['ruby', '-I', join(kit('ruby'), 'lib'), join(RUNNERS, 'run.rb')])
})

test('the samples for PHP are written in it, and run', async (context) => {
  const check = 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("openssl") ? 0 : 1);'
  needs('PHP 8.1 with the openssl extension', has('php', '-r', check), context)
  await readAndRun('PHP', ['php', '-d', 'display_errors=stderr', join(RUNNERS, 'run.php'), kit('php')])
})

/** One process reads all samples and runs those that are chosen. */
async function readAndRun(
  language: Language,
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stage = await stageFor(language)
  const task = { shown: stage.shown, samples: stage.live.map(({ code }) => code) }
  await judge(stage, await run(stage, command, task, environment))
}

test('the samples for Go compile, are formatted, and run', async (context) => {
  needs('Go 1.19', has('go', 'version'), context)
  const stage = await stageFor('Go')
  const { folder, shown, live } = stage
  const module = 'feedbackboard.example/server'
  writeFileSync(
    join(folder, 'go.mod'),
    `module client\n\ngo 1.19\n\nrequire ${module} v0.0.0\n\nreplace ${module} => ${kit('go')}\n`,
  )
  const asFunction = (code: string, name: string) => `${code.replace('func main() {', `func ${name}() {`)}\n`
  for (const [place, code] of shown.entries())
    writeFileSync(join(folder, `shown${place}.go`), asFunction(code, `shown${place}`))
  for (const [place, { code }] of live.entries())
    writeFileSync(join(folder, `live${place}.go`), asFunction(code, `live${place}`))
  const steps = live.map((_, place) => `\tfmt.Println("<<<${place}>>>")\n\tlive${place}()\n`)
  writeFileSync(join(folder, 'runner.go'), `package main\n\nimport "fmt"\n\nfunc main() {\n${steps.join('')}}\n`)
  expect(await run(stage, ['gofmt', '-l', '.'])).toBe('')
  const environment = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' }
  await judge(stage, await run(stage, ['go', 'run', '.'], '', environment))
})

test('the samples for Java compile, and run', async (context) => {
  needs('JDK 17', has('javac', '-version'), context)
  const stage = await stageFor('Java')
  const { folder, shown, live } = stage
  const write = (code: string, name: string) => {
    writeFileSync(join(folder, `${name}.java`), code.replace(/^class \w+ \{$/m, `class ${name} {`))
    return `${name}.java`
  }
  const steps = live.map((_, place) => `System.out.println("<<<${place}>>>"); Live${place}.main(words);`)
  const runner = `class Runner {\n  public static void main(String[] words) throws Exception { ${steps.join(' ')} }\n}\n`
  const files = [
    ...shown.map((code, place) => write(code, `Shown${place}`)),
    ...live.map(({ code }, place) => write(code, `Live${place}`)),
    write(runner, 'Runner'),
  ]
  await run(stage, ['javac', ...QUICK_JAVAC, '-encoding', 'UTF-8', '-Xlint:all', '-Werror', '-d', folder, ...files])
  await judge(stage, await run(stage, ['java', ...QUICK_JAVA, '-cp', folder, 'Runner']))
})
