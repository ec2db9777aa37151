import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import type { Demo } from '../demo/index.ts'
import type { Places } from '../domain/call/index.ts'
import { boardOriginOf } from '../domain/projects/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { readJwk } from './jwk-input.ts'
import { facts } from './layout.ts'
import { withCall } from './with-call.ts'

const OPTIONS = {
  'client-port': { type: 'string' },
  jwk: { type: 'string' },
  'if-empty': { type: 'boolean' },
} as const

const NONE = 'The demo was not created, because this database already has a project.'

export const demoCommand: Command = {
  usage: '[--client-port PORT] [--jwk FILE|-] [--if-empty]',
  summary: 'Create the project acme, full of posts, for the client app in examples/. Running it again changes nothing.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: OPTIONS })
    const { port } = readConfig(terminal.environment)
    const named = values['client-port']
    const clientPort = named === undefined ? port + 1 : readPort(named)
    const jwk = values.jwk === undefined ? undefined : await readJwk(values.jwk, terminal)
    const { ensureDemo } = await import('../demo/index.ts')
    return withCall(terminal, async (call) => {
      const demo = await ensureDemo(call, {
        clientApp: `http://localhost:${clientPort}`,
        isGuessed: named === undefined,
        onlyIfEmpty: values['if-empty'] ?? false,
        ...(jwk !== undefined && { jwk }),
      })
      return { json: toJson(demo, call.places), text: demo ? describe(demo, call.places) : NONE }
    })
  },
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new UsageError('--client-port takes a number from 1 to 65535.')
  return port
}

function toJson(demo: Demo | undefined, places: Places) {
  if (!demo) return { project: null }
  const { project, kid, secretKey } = demo
  return {
    project: { id: project.id, name: project.name, slug: project.slug, sign_in_url: project.signInUrl ?? null },
    api_origin: places.apiOrigin,
    board_origin: boardOriginOf(places, project),
    publishable_key: project.publishableKey,
    secret_key: secretKey ?? null,
    kid: kid ?? null,
  }
}

function describe({ project, secretKey }: Demo, places: Places): string {
  const lines: [string, string][] = [
    ['Project', `${project.name} (${project.id})`],
    ['Board', boardOriginOf(places, project)],
    ['Sign-in URL', project.signInUrl ?? 'none'],
    ['Publishable key', project.publishableKey],
  ]
  return facts(secretKey ? [...lines, ['Secret key, shown only now', secretKey]] : lines)
}
