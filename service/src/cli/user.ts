import { parseArgs } from 'node:util'
import type { SystemCall } from '../domain/call/index.ts'
import { eraseUser } from '../domain/privacy/index.ts'
import { banUser, unbanUser, userJson } from '../domain/users/index.ts'
import type { Terminal } from '../terminal.ts'
import type { Command } from './command.ts'
import { foundOr, withProject } from './with-call.ts'
import { onlyWord, PROJECT, requireProject } from './words.ts'

const BAN = { ...PROJECT, reason: { type: 'string' } } as const

export const banUserCommand: Command = {
  usage: '--project S [--reason R] USER_ID',
  summary: 'End all sessions of a user and refuse new ones.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: BAN, allowPositionals: true })
    const { reason } = values
    return changeUser(values, positionals, terminal, async (call, id) => ({
      json: userJson(call.project, await banUser(call, id, reason)),
      text: `${id} is banned and signed out everywhere.\nTo lift the ban: svc user unban --project ${call.project.slug} ${id}`,
    }))
  },
}

export const unbanUserCommand: Command = {
  usage: '--project S USER_ID',
  summary: 'Lift a ban.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
    return changeUser(values, positionals, terminal, async (call, id) => ({
      json: userJson(call.project, await unbanUser(call, id)),
      text: `${id} is not banned. The user can sign in again. Sessions that the ban ended stay ended.`,
    }))
  },
}

export const eraseUserCommand: Command = {
  usage: '--project S USER_ID',
  summary: 'Remove everything that identifies a user. Their public posts and comments stay. This cannot be undone.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: PROJECT, allowPositionals: true })
    return changeUser(values, positionals, terminal, async (call, id) => {
      await eraseUser(call, id)
      const text = `${id} is erased and signed out everywhere. Tokens issued before now are refused; a later token creates a new user.`
      return { json: { id, state: 'erased' }, text }
    })
  },
}

function changeUser<Result>(
  values: { readonly project?: string | undefined },
  positionals: readonly string[],
  terminal: Terminal,
  change: (call: SystemCall, id: string) => Promise<Result>,
): Promise<Result> {
  const slug = requireProject(values)
  const id = onlyWord(positionals, 'Name exactly one user by the service’s id (usr_…), not by your own id.')
  const missing = 'The project has no user with this id (usr_…). An erased user can no longer be changed.'
  return withProject(terminal, slug, (call) => foundOr(change(call, id), missing))
}
