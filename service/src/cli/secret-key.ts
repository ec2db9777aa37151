import { parseArgs } from 'node:util'
import {
  issueSecretKey,
  isUnlimited,
  listSecretKeys,
  revokeSecretKey,
  SCOPES,
  type SecretKey,
} from '../domain/caller-keys/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { facts, when } from './layout.ts'
import { listCommand } from './list-command.ts'
import { foundOr, withProject } from './with-call.ts'
import { PROJECT, projectAndWord, requireProject, requireValue } from './words.ts'

const CREATE = { ...PROJECT, name: { type: 'string' }, scope: { type: 'string', multiple: true } } as const

export const createSecretKeyCommand: Command = {
  usage: '--project S --name N --scope X [--scope X]…',
  summary: 'Create a secret key for one of your servers, with only the scopes it needs. The key is shown once.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: CREATE })
    const slug = requireProject(values)
    const name = requireValue(values.name, 'Say what the key is for: --name "Nightly import".')
    const { scope: scopes } = values
    if (!scopes) throw new UsageError(`Name at least one scope: --scope X. There are: ${SCOPES.join(', ')}.`)
    return withProject(terminal, slug, async (call) => {
      const { secretKey, secret } = await issueSecretKey(call, { name, scopes })
      const use = 'Send it as Authorization: Bearer …, only from a server, never from a page or an app.'
      return {
        json: { secret_key: toJson(secretKey), secret },
        text: `${describe(secretKey)}\n\nSecret, shown only now:\n  ${secret}\n${use}`,
      }
    })
  },
}

export const listSecretKeysCommand = listCommand({
  summary: 'List the secret keys, without the secrets.',
  list: listSecretKeys,
  toJson,
  columns: {
    id: (key) => key.id,
    name: (key) => key.name,
    made: (key) => when(key.createdAt, ''),
    used: (key) => when(key.lastUsedAt, 'never'),
    revoked: (key) => when(key.revokedAt, '–'),
    scopes: scopesOf,
  },
  empty: (slug) =>
    `There are no secret keys. To create one: svc secret-key create --project ${slug} --name N --scope X`,
})

export const revokeSecretKeyCommand: Command = {
  usage: '--project S ID',
  summary: 'Revoke a secret key. Calls with it are refused from now on.',
  async run(words, terminal) {
    const otherwise = 'Name exactly one secret key by its id (sec_…), not by the secret itself.'
    const { slug, word: id } = projectAndWord(words, otherwise)
    return withProject(terminal, slug, async (call) => {
      const missing = `The project has no secret key with this id (sec_…). To see them: svc secret-key list --project ${slug}`
      const key = await foundOr(revokeSecretKey(call, id), missing)
      return { json: toJson(key), text: describe(key) }
    })
  },
}

function toJson(key: SecretKey) {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

function describe(key: SecretKey): string {
  return facts([
    ['Secret key', `${key.name} (${key.id})`],
    ['Scopes', scopesOf(key)],
    ['Made', when(key.createdAt, '')],
    ['Last used', when(key.lastUsedAt, 'never')],
    ['Revoked', when(key.revokedAt, 'no')],
  ])
}

/** "every scope" tells a reader more than a list of all of them. */
function scopesOf({ scopes }: SecretKey): string {
  return isUnlimited(scopes) ? 'every scope' : scopes.join(', ')
}
