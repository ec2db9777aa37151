import { execFile, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { signers } from '../../../kits/server/test/signers.ts'
import { QUICK_JAVA, QUICK_JAVAC } from '../harness/java.ts'
import { skipWithout } from '../harness/missing-tools.ts'
import { ROOT } from '../harness/paths.ts'
import { temporaryDirectory } from '../harness/process.ts'
import { startDesk } from './desk.ts'

const run = promisify(execFile)

/** The package from its source: a test does not depend on what was built or published last. */
const KIT = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) =>
  name === '@feedback-board/server' ? next(${JSON.stringify(`file://${join(ROOT, 'kits/server/src/index.ts')}`)}, context) : next(name, context) })`

/** What a client would write around the sample, where a user may have no address and no name; each prints a token for the app, and the address for the board. */
const AROUND: Readonly<Record<string, { append?: string; file?: [string, string]; command: string[] }>> = {
  node: {
    file: [
      'main.mjs',
      "import { appToken, boardAddress } from './feedback.mjs'\nconsole.log(await appToken({ id: 'ada' }))\nconsole.log(await boardAddress({ id: 'ada' }, 'a state/+&'))\n",
    ],
    command: [process.execPath, '--disable-warning=ExperimentalWarning', '--import', './kit.mjs', 'main.mjs'],
  },
  python: {
    append: '\nprint(app_token("ada", email=None, given_name=""))\nprint(board_address("ada", "a state/+&"))\n',
    command: [python(), 'feedback.py'],
  },
  php: {
    append:
      "\necho appToken('ada', ['email' => null, 'given_name' => '']), \"\\n\", boardAddress('ada', 'a state/+&'), \"\\n\";\n",
    command: ['php', 'feedback.php'],
  },
  ruby: {
    append: "\nputs app_token('ada', email: nil, given_name: ''), board_address('ada', 'a state/+&')\n",
    command: ['ruby', 'feedback.rb'],
  },
  go: {
    append:
      '\nfunc main() {\n\ttoken, _ := AppToken(SignInToken{Subject: "ada"})\n\taddress, _ := BoardAddress(SignInToken{Subject: "ada"}, "a state/+&")\n\tprintln(token)\n\tprintln(address)\n}\n',
    command: ['go', 'run', 'feedback.go'],
  },
  java: {
    file: [
      'Main.java',
      'class Main {\n    public static void main(String[] args) throws Exception {\n        System.out.println(SignInToken.appToken("ada"));\n        System.out.println(SignInToken.boardAddress("ada", "a state/+&"));\n    }\n}\n',
    ],
    command: ['java', ...QUICK_JAVA, '-cp', 'out', 'Main'],
  },
}

/** The first on the path need not be the one that has PyJWT. */
function python(): string {
  const capable = (command: string) => spawnSync(command, ['-c', 'import jwt, cryptography']).status === 0
  return ['python3', '/usr/bin/python3', '/usr/local/bin/python3'].find(capable) ?? 'python3'
}

const decoded = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

// Guarantees that what the assistant shows works when it is pasted: nothing but the file of the private key is the test's.
test.for(signers.map(({ language }) => language))(
  'the %s code that the assistant shows signs somebody in, in the app and on the board',
  async (language, context) => {
    const id = language.toLowerCase()
    const signer = signers.find((one) => one.language === language)
    const known = id === 'node' ? { available: true as const } : signer?.available()
    if (known?.available === false) skipWithout(known.missing, context)
    const { ask, enter, project, privateKey, service, exchange } = await startDesk()
    const cookie = await enter('ada.samples@acme.example', 'admin')
    const { text } = await ask('GET', `/${project.slug}/setup?step=code&lang=${id}`, { cookie })
    const code = decoded(/<code id="sample">([\s\S]*?)<\/code>/.exec(text)?.[1] ?? '')
    const name = /<b>([\w.]+)<\/b><button[^>]*data-copy="sample"/.exec(text)?.[1] ?? ''

    const {
      append = '',
      file,
      command: [command = '', ...words],
    } = AROUND[id] ?? { command: [] }
    const folder = await temporaryDirectory()
    const board = `http://${project.slug}.localhost:${service.port}`
    // With slashes after the origins, as people copy them from a browser.
    const slashed = [board, service.origin].reduce(
      (text, origin) => text.replaceAll(new RegExp(`(["'])${origin}\\1`, 'g'), `$1${origin}/$1`),
      code,
    )
    expect(slashed.length).toBe(code.length + 2)
    await writeFile(join(folder, name), slashed + append)
    await writeFile(join(folder, 'kit.mjs'), KIT)
    await writeFile(join(folder, 'sign-in-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    if (file) await writeFile(join(folder, file[0]), file[1])
    if (id === 'java') {
      await mkdir(join(folder, 'out'))
      await run('javac', [...QUICK_JAVAC, '-d', 'out', name, 'Main.java'], { cwd: folder })
    }
    const { stdout, stderr } = await run(command, words, { cwd: folder, timeout: 300_000 })
    const [token = '', address = ''] = (id === 'go' ? stderr : stdout).trim().split('\n') // println of Go writes there

    expect((await exchange(token)).status).toBe(201)
    expect(address.startsWith(`${board}/sso/callback#token=`)).toBe(true)
    const fragment = new URLSearchParams(new URL(address).hash.slice(1))
    expect(fragment.get('state')).toBe('a state/+&')
    const form = { token: fragment.get('token') ?? '', audience: 'board', state: 'a state/+&' }
    const checked = await ask('POST', `/${project.slug}/sign-ins/check`, { cookie, form })
    expect(checked.text).toContain('This token would be accepted')
  },
)
