import { parseArgs } from 'node:util'
import type { SystemCall } from '../domain/call/index.ts'
import { boardOriginOf } from '../domain/projects/index.ts'
import {
  addSigningKey,
  keyJson,
  listSigningKeys,
  privateKeyRejected,
  RETIRING_LASTS_MS,
  retireSigningKey,
  revokeSigningKey,
  type SigningKey,
} from '../domain/signing-keys/index.ts'
import { Problem } from '../foundation/problems/index.ts'
import type { Terminal } from '../terminal.ts'
import type { Command, CommandResult } from './command.ts'
import { readJwk } from './jwk-input.ts'
import { facts, when } from './layout.ts'
import { listCommand } from './list-command.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, requireProject, requireValue } from './words.ts'

const ADD = { ...PROJECT, jwk: { type: 'string' }, kid: { type: 'string' } } as const

export const addSigningKeyCommand: Command = {
  usage: '--project S --jwk FILE|- [--kid KID]',
  summary:
    'Register a public key (JWK or PEM) that verifies the sign-in tokens of the project. Keep the private key to yourself.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: ADD })
    const slug = requireProject(values)
    const source = requireValue(
      values.jwk,
      'Name the file of the public key: --jwk FILE, or --jwk - for standard input.',
    )
    const jwk = await sayLocally(readJwk(source, terminal))
    return withProject(terminal, slug, async (call) => {
      const key = await sayLocally(addSigningKey(call, { jwk, ...(values.kid !== undefined && { kid: values.kid }) }))
      return { json: keyJson(key), text: `${describe(key)}\n\n${howToSign(key, call)}` }
    })
  },
}

export const listSigningKeysCommand = listCommand({
  summary: 'List the signing keys, newest first.',
  list: listSigningKeys,
  toJson: keyJson,
  columns: {
    kid: (key) => key.kid,
    status: (key) => key.status,
    added: (key) => when(key.createdAt, ''),
    'last used': (key) => when(key.lastUsedAt, 'never'),
    'accepted until': endOf,
  },
  empty: (slug) => `There are no signing keys yet. To add one: svc signing-key add --project ${slug} --jwk FILE`,
})

export const retireSigningKeyCommand: Command = {
  usage: '--project S KID',
  summary: 'Accept a key for 24 more hours, then never again. First switch your backend to the new key.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
    return changeKey(values, positionals, terminal, retireSigningKey, 'To end it at once: svc signing-key revoke …')
  },
}

const REVOKE = { ...PROJECT, 'end-sessions': { type: 'boolean' } } as const
const REVOKED = 'Neither the kid nor the key is accepted again.'
const GO_ON =
  'Sessions that began with this key last until their 24 hours are over. To end them, run the same command with --end-sessions.'
const ENDED = 'Every session that began with this key has ended.'

export const revokeSigningKeyCommand: Command = {
  usage: '--project S [--end-sessions] KID',
  summary:
    'Refuse all tokens that a key signed, from now on. With --end-sessions, also sign out everyone who signed in with it.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: REVOKE, allowPositionals: true })
    const endSessions = values['end-sessions'] ?? false
    const revoke = (call: SystemCall, kid: string) => revokeSigningKey(call, kid, { endSessions })
    return changeKey(values, positionals, terminal, revoke, `${REVOKED}\n${endSessions ? ENDED : GO_ON}`)
  },
}

async function changeKey(
  values: { readonly project?: string | undefined },
  positionals: readonly string[],
  terminal: Terminal,
  change: (call: SystemCall, kid: string) => Promise<SigningKey>,
  advice: string,
): Promise<CommandResult> {
  const otherwise = 'Name exactly one key by its kid. Put a kid that begins with a hyphen after --.'
  const slug = requireProject(values)
  const kid = onlyWord(positionals, otherwise)
  return withProject(terminal, slug, async (call) => {
    const missing = `The project has no signing key with this kid. To see its keys: svc signing-key list --project ${slug}`
    const key = await foundOr(change(call, kid), missing)
    const hasActive = (await listSigningKeys(call)).some(({ status }) => status === 'active')
    const warning = `The project has no active signing key now. Add one: svc signing-key add --project ${slug} --jwk FILE`
    return { json: keyJson(key), text: [describe(key), '', advice, ...(hasActive ? [] : [warning])].join('\n') }
  })
}

function describe(key: SigningKey): string {
  return facts([
    ['Signing key', key.kid],
    ['Status', key.status],
    ['Added', when(key.createdAt, '')],
    ['Last used', when(key.lastUsedAt, 'never')],
    ['Accepted until', endOf(key)],
  ])
}

function endOf(key: SigningKey): string {
  switch (key.status) {
    case 'active':
      return 'it is retired or revoked'
    case 'retiring':
      return when(new Date(key.retiredAt.getTime() + RETIRING_LASTS_MS), '')
    case 'revoked':
      return when(key.revokedAt, '')
  }
}

const PRIVATE =
  'It was not stored and was not sent anywhere. Add its public half: openssl pkey -in FILE -pubout -out public.pem'

/** The API says that a private key was sent over the network, which is not so here. */
async function sayLocally<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && error.kind === privateKeyRejected)
      throw new Problem(error.kind, { detail: PRIVATE })
    throw error
  }
}

function howToSign({ kid }: SigningKey, { project, places }: SystemCall): string {
  return `Sign with its private half, and put into each token:
  header  "alg": "ES256", "kid": "${kid}", "typ": "svc-sso+jwt"
  claims  "iss": "${project.id}"
          for your app     "aud": "${places.apiOrigin}"
          for the board    "aud": "${boardOriginOf(places, project)}", "nonce": the state that the board sent
Then see what the service thinks of one: svc token check --project ${project.slug} --audience app TOKEN`
}
