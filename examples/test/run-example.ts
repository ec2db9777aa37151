import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { boardOriginOf } from '../../service/src/domain/projects/index.ts'
import { ROOT } from '../../service/test/harness/paths.ts'
import { freePort } from '../../service/test/harness/ports.ts'
import { temporaryDirectory, until } from '../../service/test/harness/process.ts'
import { startProject, type TestProject } from '../../service/test/harness/project.ts'
import type { Framework } from './frameworks.ts'

export interface RunningExample {
  readonly client: TestProject
  readonly origin: string
  readonly boardOrigin: string
  /** All that the app has written to its output. */
  said(): string
}

/** The example as its README starts it, with a project of its own on the service that tests share. */
export async function runExample(framework: Framework, more: Record<string, string> = {}): Promise<RunningExample> {
  const temporary = await temporaryDirectory()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const client = await startProject({ draft: { signInUrl: `${origin}/feedback/sign-in`, allowedOrigins: [origin] } })
  const { project, kid, privateKey, service } = client
  const keyFile = join(temporary, 'sign-in-key.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const boardOrigin = boardOriginOf(service.config, project)
  const run = runner(join(ROOT, 'examples', framework.folder), {
    ...framework.environment?.(temporary),
    ...more,
    PORT: String(port),
    FEEDBACK_PROJECT_ID: project.id,
    FEEDBACK_PROJECT_KEY: project.publishableKey,
    FEEDBACK_KEY_ID: kid,
    FEEDBACK_PRIVATE_KEY_FILE: keyFile,
    // As somebody copies them from a browser.
    FEEDBACK_API_ORIGIN: `${service.origin}/`,
    FEEDBACK_BOARD_ORIGIN: `${boardOrigin}/`,
  })
  for (const command of framework.prepare?.() ?? []) await run(command).succeeded
  const app = run(framework.start(port))
  await until(async () => app.hasEnded() || (await answers(origin)))
  if (app.hasEnded()) await app.succeeded
  return { client, origin, boardOrigin, said: app.said }
}

async function answers(origin: string): Promise<boolean> {
  return fetch(origin, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}

function runner(folder: string, environment: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$|^VITEST/i.test(name))
  const env = { ...Object.fromEntries(inherited), ...environment }
  return ([command, ...words]: readonly [string, ...string[]]) => {
    // A group of its own: commands like `go run` start the app as their child.
    const child = spawn(command, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
      })
    }
    const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    onTestFinished(async () => {
      if (!hasEnded() && child.pid) process.kill(-child.pid, 'SIGTERM')
      await ended
    })
    const succeeded = ended.then((code) => {
      if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}:\n${said}`)
    })
    succeeded.catch(() => {}) // an app that is stopped at the end of its test
    return { hasEnded, succeeded, said: () => said }
  }
}
