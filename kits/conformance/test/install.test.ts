import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { skipWithout } from '../../../service/test/harness/missing-tools.ts'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { pythonWith } from '../../server/test/signers.ts'

const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'kits/server/package.json'), 'utf8')).version
const KEY = 'svc_sk_live_x'

interface Installed {
  /** What this machine lacks. */
  readonly missing: () => string | undefined
  /** Makes a project of a client, where the commands of the README are run. */
  readonly prepare?: (folder: string) => void
  readonly environment?: (folder: string) => Record<string, string>
  /** Uses what was installed, and prints `installed` and the kit's version. */
  readonly use: (folder: string) => readonly [string, ...string[]]
}

const has = (command: string, ...words: string[]) => spawnSync(command, words, { stdio: 'ignore' }).status === 0
const needs =
  (tool: string, command: string, ...words: string[]) =>
  () =>
    has(command, ...words) ? undefined : tool
const python = pythonWith('import cryptography, setuptools, wheel, venv, pip')
const write = (folder: string, name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const KITS: Readonly<Record<string, Installed>> = {
  python: {
    missing: () => (python ? undefined : 'Python 3 with cryptography, pip, venv, setuptools and wheel'),
    // `pip` is that of an environment of the project's own, in which cryptography is there already.
    prepare: (folder) => {
      execFileSync(python ?? '', ['-m', 'venv', '--system-site-packages', '--without-pip', join(folder, 'env')])
      const pip = `#!/bin/sh\nexec ${join(folder, 'env/bin/python')} -m pip --quiet "$@"\n`
      chmodSync(write(folder, 'env/bin/pip', pip), 0o755)
    },
    environment: (folder) => ({ PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PATH: pathWith(folder) }),
    use: (folder) => [
      join(folder, 'env/bin/python'),
      '-c',
      `import feedback_board as kit; kit.Client("https://api.example.com", "${KEY}"); print("installed", kit.__version__, str(kit.__file__.startswith("${folder}")).lower())`,
    ],
  },
  ruby: {
    missing: needs('Ruby 3.1 with gem', 'gem', '--version'),
    environment: (folder) => ({ GEM_HOME: join(folder, 'gems'), GEM_PATH: join(folder, 'gems') }),
    use: () => [
      'ruby',
      '-e',
      `require "feedback_board"; FeedbackBoard::Client.new("https://api.example.com", "${KEY}"); puts "installed #{FeedbackBoard::VERSION} true"`,
    ],
  },
  php: {
    missing: needs('Composer', 'composer', '--version'),
    prepare: (folder) => {
      // Without the registry: there is no network in a test.
      mkdirSync(join(folder, 'composer'))
      write(folder, 'composer/config.json', '{ "repositories": { "packagist.org": false } }')
      write(folder, 'composer.json', '{ "name": "a/client" }')
    },
    environment: (folder) => ({
      COMPOSER_HOME: join(folder, 'composer'),
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_NO_INTERACTION: '1',
    }),
    use: (folder) => [
      'php',
      write(
        folder,
        'use.php',
        `<?php require __DIR__ . '/vendor/autoload.php'; new FeedbackBoard\\Client('https://api.example.com', '${KEY}'); echo 'installed ', FeedbackBoard\\Client::VERSION, ' true';`,
      ),
    ],
  },
  go: {
    missing: needs('Go 1.19', 'go', 'version'),
    prepare: (folder) => {
      write(folder, 'go.mod', 'module client\n\ngo 1.19\n')
      write(
        folder,
        'main.go',
        `package main\n\nimport (\n\t"fmt"\n\n\tfeedbackboard "feedbackboard.example/server"\n)\n\nfunc main() {\n\t_, err := feedbackboard.NewClient(feedbackboard.Options{APIOrigin: "https://api.example.com", SecretKey: "${KEY}"})\n\tfmt.Print("installed ", feedbackboard.Version, " ", err == nil)\n}\n`,
      )
    },
    environment: () => ({ GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' }),
    use: () => ['go', 'run', '.'],
  },
  java: {
    missing: needs('JDK 17', 'javac', '-version'),
    prepare: (folder) => mkdirSync(join(folder, 'libs')),
    use: (folder) => [
      'java',
      '-cp',
      join(folder, `libs/feedback-board-${VERSION}.jar`),
      write(
        folder,
        'Use.java',
        `class Use { public static void main(String[] words) { io.feedbackboard.FeedbackClient.builder("https://api.example.com", "svc_pk_live_x").build(); System.out.print("installed ${VERSION} true"); } }`,
      ),
    ],
  },
}

const pathWith = (folder: string) => `${join(folder, 'env/bin')}:${process.env.PATH}`

/** A checkout has the kits in `packed`; projects of clients stand beside it. */
const place = mkdtempSync(join(tmpdir(), 'kits-'))
const packed = join(place, 'feedback-board/packed')
afterAll(() => rmSync(place, { recursive: true, force: true }))

beforeAll(() => {
  const kits = Object.keys(KITS).filter((kit) => !KITS[kit]?.missing())
  if (kits.length > 0)
    execFileSync(process.execPath, [join(ROOT, 'tools/pack.mjs'), packed, ...kits], { stdio: 'pipe' })
})

test.for(Object.entries(KITS))(
  'the kit for %s is installed as its README says, without a network',
  ([kit, given], context) => {
    const tool = given.missing()
    if (tool) skipWithout(tool, context)
    const folder = join(place, kit)
    mkdirSync(folder)
    given.prepare?.(folder)
    const run = (command: string, ...words: string[]) =>
      execFileSync(command, words, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ...given.environment?.(folder) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    run('sh', '-ec', commandsOf(kit))
    expect(run(...given.use(folder)).trim()).toBe(`installed ${VERSION} true`)
  },
)

/** What the README says to do in the client's project. The packages are made above. */
function commandsOf(kit: string): string {
  const readme = readFileSync(join(ROOT, 'kits', kit, 'README.md'), 'utf8')
  const [, text = ''] = /```sh\n([\s\S]+?)```/.exec(readme) ?? []
  const [first = '', ...lines] = text.split('\n')
  expect(first).toMatch(/^npm run pack:kits +# /)
  return lines.join('\n')
}
