import { parseArgs } from 'node:util'
import type { ServiceCall } from '../domain/call/index.ts'
import {
  type Account,
  changeOwnsAll,
  type IssuedLink,
  issueLinkAgain,
  issueOperatorLink,
  listAccounts,
  type Operator,
  type OperatorLink,
  operatorNamed,
  operatorsAt,
  ROLES,
  type Role,
  removeOperator,
  signOutOperator,
} from '../domain/operators/index.ts'
import { projectBySlug } from '../domain/projects/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { table, when } from './layout.ts'
import { withCall } from './with-call.ts'
import { onlyWord, requireValue } from './words.ts'

const INVITE = { email: { type: 'string' }, project: { type: 'string' }, role: { type: 'string' } } as const
const DEFAULT_ROLE: Role = 'moderator' // as in the console
const SIGN_OUT = { passkeys: { type: 'boolean' } } as const
const UPDATE = { 'owns-all': { type: 'boolean' }, 'no-owns-all': { type: 'boolean' } } as const
const WHOM = 'Name exactly one operator by e-mail address or id (opr_…). To see them: svc operator list'
const AT_ONCE = 1000

export const inviteOperatorCommand: Command = {
  usage: '--email E [--project S [--role owner|admin|moderator|viewer]]',
  summary: `Invite someone by a link that works once, for 15 minutes. Without --project they own everything; with it they are ${DEFAULT_ROLE} unless --role says otherwise.`,
  async run(words, terminal) {
    const { values } = parseArgs({ args: words, options: INVITE })
    const { project: slug } = values
    const email = requireValue(values.email, 'Name the person to invite: --email you@example.com')
    const role = roleOf(values.role)
    if (slug === undefined && values.role !== undefined) throw new UsageError('--role goes with --project.')
    return withCall(terminal, async (call) => {
      const to = slug === undefined ? undefined : { project: await projectBySlug(call, slug), role }
      const link = await issueOperatorLink(call, email, to)
      const others = (await operatorsAt(call, email)).filter(({ id }) => id !== link.operator.id)
      return {
        json: linkJson(link),
        text: [rightOf(link, slug), ...others.map(sameAddress), opensOnce(link)].join('\n'),
      }
    })
  },
}

export const linkOperatorCommand: Command = {
  usage: 'EMAIL_OR_ID',
  summary: 'Print a sign-in link for an operator. It works once, for 15 minutes, and does not change their rights.',
  async run(words, terminal) {
    const { positionals } = parseArgs({ args: words, allowPositionals: true })
    const whom = onlyWord(positionals, WHOM)
    return withCall(terminal, async (call) => {
      const link = await issueLinkAgain(call, await operatorNamed(call, whom))
      const { id, email } = link.operator
      return { json: linkJson(link), text: `${email} (${id}) keeps the same rights.\n${opensOnce(link)}` }
    })
  },
}

export const listOperatorsCommand: Command = {
  usage: '',
  summary: 'List who may enter the console, with their roles, sessions and passkeys.',
  async run(words, terminal) {
    parseArgs({ args: words })
    const items = await withCall(terminal, listEverybody)
    const rows = items.map((account) => [
      account.id,
      account.email,
      account.ownsAll ? 'owns everything' : rolesOf(account),
      String(account.sessions),
      String(account.passkeys),
      when(account.lastSeenAt, 'never'),
    ])
    return {
      json: { data: items.map(accountJson), next_cursor: null },
      text:
        rows.length > 0
          ? table(['id', 'address', 'access', 'sessions', 'passkeys', 'last seen'], rows)
          : 'There are no operators yet. To invite one: svc operator invite --email E',
    }
  },
}

/** All operators, read a page at a time, so that no statement runs long. */
async function listEverybody(call: ServiceCall): Promise<Account[]> {
  const all: Account[] = []
  let after: Awaited<ReturnType<typeof listAccounts>>['next']
  do {
    const { items, next } = await listAccounts(call, { limit: AT_ONCE, after })
    all.push(...items)
    after = next
  } while (after !== undefined)
  return all
}

export const removeOperatorCommand: Command = {
  usage: 'EMAIL_OR_ID',
  summary: 'Remove an operator: end their sessions, passkeys, links, roles and invitations at once.',
  async run(words, terminal) {
    const { positionals } = parseArgs({ args: words, allowPositionals: true })
    const whom = onlyWord(positionals, WHOM)
    return withCall(terminal, async (call) => {
      const { operator, ownerless, wasLastOfAll } = await removeOperator(call, await operatorNamed(call, whom))
      const warnings = ownerless.map(
        (slug) => `The project ${slug} has no owner now: svc operator invite --project ${slug} --role owner --email E`,
      )
      if (wasLastOfAll) warnings.push('No operator owns everything now. To invite one: svc operator invite --email E')
      const text = `${operator.email} (${operator.id}) is removed and signed out everywhere. What they did stays in the audit logs.`
      return {
        json: { id: operator.id, email: operator.email, removed: true, projects_without_owner: ownerless },
        text: [text, ...warnings].join('\n'),
      }
    })
  },
}

export const signOutOperatorCommand: Command = {
  usage: '[--passkeys] EMAIL_OR_ID',
  summary:
    'Sign an operator out everywhere and end their links. With --passkeys end their passkeys too, for a lost device.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: SIGN_OUT, allowPositionals: true })
    const whom = onlyWord(positionals, WHOM)
    const passkeys = values.passkeys ?? false
    return withCall(terminal, async (call) => {
      const operator = await signOutOperator(call, await operatorNamed(call, whom), { passkeys })
      const way = passkeys
        ? `To let them in again: svc operator link ${operator.id}`
        : 'Their passkeys still work. To end them too: --passkeys'
      return {
        json: { id: operator.id, email: operator.email, signed_out: true, passkeys_removed: passkeys },
        text: `${operator.email} (${operator.id}) is signed out everywhere.\n${way}`,
      }
    })
  },
}

export const updateOperatorCommand: Command = {
  usage: 'EMAIL_OR_ID --owns-all|--no-owns-all',
  summary: 'Make an operator an owner of everything, or undo that. Their roles in projects stay.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: UPDATE, allowPositionals: true })
    const whom = onlyWord(positionals, WHOM)
    const ownsAll = values['owns-all'] ?? false
    if (ownsAll === (values['no-owns-all'] ?? false)) throw new UsageError('Name either --owns-all or --no-owns-all.')
    return withCall(terminal, async (call) => {
      const operator = await changeOwnsAll(call, await operatorNamed(call, whom), ownsAll)
      const text = ownsAll
        ? 'may do everything in every project, and create new ones.'
        : 'no longer owns everything. Their roles in projects stay.'
      return { json: operatorJson(operator), text: `${operator.email} (${operator.id}) ${text}` }
    })
  },
}

function linkJson({ url, expiresAt }: IssuedLink) {
  return { url, expires_at: expiresAt.toISOString() }
}

function opensOnce({ url }: IssuedLink): string {
  return `This link opens the console once, within 15 minutes:\n\n  ${url}`
}

/** The rights of the person who opens the link, and whether they are new. */
function rightOf({ operator: { email, ownsAll }, role, isRaised }: OperatorLink, slug: string | undefined): string {
  if (role === undefined) {
    const all = 'all projects, and who has access to them'
    return isRaised ? `${email} now owns everything: ${all}.` : `${email} already owns everything: ${all}.`
  }
  const here = isRaised ? `is now ${role} of ${slug}` : `is already ${role} of ${slug}`
  return `${email} ${here}.${ownsAll ? ' They also own everything.' : ''}`
}

function sameAddress({ id }: Operator): string {
  return `Another operator has the same address: ${id}. To create a link for that operator: svc operator link ${id}`
}

function roleOf(text: string = DEFAULT_ROLE): Role {
  const role = ROLES.find((role) => role === text)
  if (!role) throw new UsageError(`--role is one of ${ROLES.join(', ')}.`)
  return role
}

function rolesOf({ roles }: Account): string {
  return roles.map(({ slug, role }) => `${slug} (${role})`).join(', ') || 'no project'
}

function operatorJson({ id, email, ownsAll, createdAt, lastSeenAt }: Operator) {
  return {
    id,
    email,
    owns_all: ownsAll,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
  }
}

function accountJson(account: Account) {
  const { roles, sessions, passkeys } = account
  return {
    ...operatorJson(account),
    roles: roles.map(({ slug, role }) => ({ project: slug, role })),
    sessions,
    passkeys,
  }
}
