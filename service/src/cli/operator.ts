import { parseArgs } from 'node:util'
import { issueOperatorLink, ROLES, type Role } from '../domain/operators/index.ts'
import { projectBySlug } from '../domain/projects/index.ts'
import type { Command } from './command-line.ts'
import { UsageError } from './terminal.ts'
import { withCall } from './with-call.ts'
import { required } from './words.ts'

const OPTIONS = { email: { type: 'string' }, project: { type: 'string' }, role: { type: 'string' } } as const

export const inviteOperatorCommand: Command = {
  usage: '--email E [--project S [--role owner|admin|moderator]]',
  summary: 'Print a link that opens the console once, for 15 minutes; to all projects, or to one.',
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: OPTIONS })
    const { project: slug } = values
    const email = required(values.email, 'Say whom to let in: --email you@example.com')
    const role = roleOf(values.role)
    const link = await withCall(terminal, async (call) =>
      issueOperatorLink(
        call,
        email,
        slug === undefined ? undefined : { project: await projectBySlug(call, slug), role },
      ),
    )
    return {
      json: { url: link.url, expires_at: link.expiresAt.toISOString() },
      text: `Opens the console once, within 15 minutes:\n\n  ${link.url}`,
    }
  },
}

function roleOf(text = 'owner'): Role {
  const role = ROLES.find((role) => role === text)
  if (!role) throw new UsageError(`--role is one of ${ROLES.join(', ')}.`)
  return role
}
