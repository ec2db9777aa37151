// The demo beside the service: a project full of posts, and the client app of examples/ that signs people in to it.
import { spawn } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from './setup.mjs'

/** The process ends with ours, however ours ends. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.exit())'

/** For trying the service on one's own machine; DEMO=off switches it off. */
export function wantsDemo({ DEMO, API_ORIGIN }) {
  if (DEMO === 'off') return false
  return !API_ORIGIN || (URL.canParse(API_ORIGIN) && new URL(API_ORIGIN).hostname === 'localhost')
}

/** Waits for the service and never delays it: nothing here keeps the process alive. */
export async function startDemo(main, environment) {
  try {
    await untilReady(environment)
    const port = Number(environment.DEMO_PORT) || Number(environment.PORT || 4000) + 1
    const key = ensureKey(join(environment.DATA_DIR, 'demo'))
    const demo = await makeProject(main, port, key.jwk)
    if (demo.project) startClientApp(port, key.file, demo)
  } catch (error) {
    process.stderr.write(`The demo did not start: ${error.message}\n`)
  }
}

async function untilReady({ HOST, PORT }) {
  const host = !HOST || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 4000}/readyz`
  const isReady = () => fetch(address).then(async (answer) => (await answer.text()) && answer.ok)
  while (!(await isReady().catch(() => false))) await new Promise((wake) => setTimeout(wake, 200).unref())
}

/** The private key stays here, readable by its owner alone; the service gets only the public key. */
function ensureKey(folder) {
  const file = join(folder, 'sign-in-key.pem')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(`${file}.new`, file) // whole or not at all
  }
  return { file, jwk: createPublicKey(readFileSync(file)).export({ format: 'jwk' }) }
}

/** Makes it the first time and finds it later. */
async function makeProject(main, port, jwk) {
  const words = ['demo', '--if-empty', '--client-port', String(port), '--jwk', '-', '--json']
  const child = spawn(pinnedNode(), [main, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
  for (const handle of [child, child.stdin, child.stdout]) handle.unref()
  child.stdin.end(JSON.stringify(jwk))
  const said = (await child.stdout.setEncoding('utf8').toArray()).join('')
  if (!said) throw new Error('its project could not be made')
  const demo = JSON.parse(said)
  if (demo.code) throw new Error(demo.code)
  return demo
}

function startClientApp(port, keyFile, demo) {
  const { project, kid, api_origin: apiOrigin, board_origin: boardOrigin } = demo
  const origin = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    FEEDBACK_PROJECT_ID: project.id,
    FEEDBACK_PROJECT_KEY: demo.publishable_key,
    FEEDBACK_KEY_ID: kid,
    FEEDBACK_PRIVATE_KEY_FILE: keyFile,
    FEEDBACK_API_ORIGIN: apiOrigin,
    FEEDBACK_BOARD_ORIGIN: boardOrigin,
  }
  const words = ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT]
  const child = spawn(pinnedNode(), [...words, join(root, 'examples/client-app/src/main.ts')], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  for (const handle of [child, child.channel, child.stdout]) handle.unref()
  child.stdout.once('data', () => process.stdout.write(welcome(boardOrigin, origin)))
  child.once('exit', (code) => {
    if (code)
      process.stderr.write(`The demo's app has ended. To give it another port, set DEMO_PORT. The service goes on.\n`)
  })
}

function welcome(boardOrigin, clientOrigin) {
  return `
  A demo runs beside it: Acme, a company that is made up.

    Acme's board     ${boardOrigin}
    Acme's own app   ${clientOrigin}

  Vote on the board and continue with Acme. Without the demo: npm start -- --no-demo

`
}
