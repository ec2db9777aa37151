import { parseArgs } from 'node:util'
import { issueSecretKey, listSecretKeys, revokeSecretKey, SCOPES, type SecretKey } from '../domain/caller-keys/index.ts'
import type { Command } from './command-line.ts'
import { facts, table, when } from './layout.ts'
import { UsageError } from './terminal.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, required, requiredProject } from './words.ts'

const CREATE = { ...PROJECT, name: { type: 'string' }, scope: { type: 'string', multiple: true } } as const

export const createSecretKeyCommand: Command = {
  usage: '--project S --name N --scope X [--scope X]…',
  summary: 'Make a key for a server of yours, with the scopes it needs and no others. It is shown once.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: CREATE })
    const slug = requiredProject(values)
    const name = required(values.name, 'Say what the key is for: --name "Nightly import".')
    const { scope: scopes } = values
    if (!scopes) throw new UsageError(`Name at least one scope: --scope X. There are: ${SCOPES.join(', ')}.`)
    return withProject(terminal, slug, async (call) => {
      const { secretKey, secret } = await issueSecretKey(call, { name, scopes })
      const use = 'Send it as Authorization: Bearer …, from a server and never from a page or an app.'
      return {
        json: { secret_key: toJson(secretKey), secret },
        text: `${describe(secretKey)}\n\nSecret, shown only now:\n  ${secret}\n${use}`,
      }
    })
  },
}

export const listSecretKeysCommand: Command = {
  usage: '--project S',
  summary: 'List the secret keys, without the secrets.',
  async run(words, terminal) {
    const slug = requiredProject(parseArgs({ args: words, options: PROJECT }).values)
    return withProject(terminal, slug, async (call) => {
      const keys = await listSecretKeys(call)
      const rows = keys.map((key) => [
        key.id,
        key.name,
        when(key.createdAt, ''),
        when(key.revokedAt, '–'),
        scopesOf(key),
      ])
      const empty = `There is no secret key. Make one with: svc secret-key create --project ${slug} --name N --scope X`
      return {
        json: { data: keys.map(toJson), next_cursor: null },
        text: keys.length > 0 ? table(['id', 'name', 'made', 'revoked', 'scopes'], rows) : empty,
      }
    })
  },
}

export const revokeSecretKeyCommand: Command = {
  usage: '--project S ID',
  summary: 'Refuse a secret key from its next call on.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
    const slug = requiredProject(values)
    const id = onlyWord(positionals, 'Name exactly one secret key by its id (sec_…), not by the secret itself.')
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
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

function describe(key: SecretKey): string {
  return facts([
    ['Secret key', `${key.name} (${key.id})`],
    ['Scopes', scopesOf(key)],
    ['Made', when(key.createdAt, '')],
    ['Revoked', when(key.revokedAt, 'no')],
  ])
}

/** A list of all of them tells a reader less than the word. */
function scopesOf({ scopes }: SecretKey): string {
  return scopes.length === SCOPES.length ? 'every scope' : scopes.join(', ')
}
