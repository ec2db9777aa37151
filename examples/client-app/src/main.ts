import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createSigner } from '@feedback-board/server'
import { createClientApp } from './app.ts'

const port = Number(process.env.PORT ?? 4001)
const origin = process.env.ORIGIN ?? `http://localhost:${port}`
const boardOrigin = setting('FEEDBACK_BOARD_ORIGIN')
const apiOrigin = setting('FEEDBACK_API_ORIGIN')
const projectKey = setting('FEEDBACK_PROJECT_KEY')

const signer = createSigner({
  projectId: setting('FEEDBACK_PROJECT_ID'),
  keyId: setting('FEEDBACK_KEY_ID'),
  privateKey: readFileSync(setting('FEEDBACK_PRIVATE_KEY_FILE'), 'utf8'),
  apiOrigin,
  boardOrigin,
})

createServer(createClientApp({ origin, boardOrigin, apiOrigin, projectKey, signer }))
  .on('error', (error) => stop(`Acme cannot listen on port ${port}: ${error.message}`))
  .listen(port, '127.0.0.1', () => process.stdout.write(`Acme is at ${origin}\n`))

function setting(name: string): string {
  return process.env[name] || stop(`${name} is not set.`)
}

function stop(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
