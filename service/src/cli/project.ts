import { parseArgs } from 'node:util'
import type { SystemCall } from '../domain/call/index.ts'
import { changeSettings } from '../domain/project-settings/index.ts'
import {
  boardMove,
  boardOriginOf,
  createProject,
  type Language,
  listProjects,
  moveBy,
  type Project,
  type ProjectDraft,
  projectBySlug,
  refuseInvalid,
  trustDomain,
  verifyDomain,
} from '../domain/projects/index.ts'
import { txtLookUp } from '../foundation/dns/index.ts'
import { isId } from '../foundation/ids/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { announceMove, describeMove, describeProject, moveJson, projectJson } from './project-words.ts'
import { withCall, withProject } from './with-call.ts'
import { onlyWord } from './words.ts'

const FIELDS = {
  name: { type: 'string' },
  slug: { type: 'string' },
  private: { type: 'boolean' },
  public: { type: 'boolean' },
  'sign-in-url': { type: 'string' },
  domain: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'allow-trait': { type: 'string', multiple: true },
  'account-trait': { type: 'string' },
  'value-trait': { type: 'string' },
  language: { type: 'string' },
  approval: { type: 'boolean' },
  'no-approval': { type: 'boolean' },
} as const

const FIELDS_USAGE =
  '[--private|--public] [--sign-in-url U] [--domain D] [--allow-origin O]… [--allow-trait K]… [--account-trait K] [--value-trait K] [--language L] [--approval|--no-approval]'

/** At once; each project has up to a few kilobytes. */
const MOST_LISTED = 1_000
const USUAL_LIMIT = 100
const NO_PROJECTS = 'There are no projects yet. To create one: svc project create --name "My product" --slug my-product'

const ONE_PROJECT = 'Name exactly one project by its slug.'

export const createProjectCommand: Command = {
  usage: `--name N --slug S ${FIELDS_USAGE}`,
  summary: 'Create a project with its publishable key and a secret key with every scope.',
  async run(words, terminal) {
    const { name, slug, ...rest } = readFields(parseArgs({ args: words, options: FIELDS }).values)
    if (name === undefined || slug === undefined) throw new UsageError('A project needs --name and --slug.')
    return withCall(terminal, async (call) => {
      const { project, secretKey } = await createProject(call, { name, slug, ...rest })
      return {
        json: { project: projectJson(project, call), publishable_key: project.publishableKey, secret_key: secretKey },
        text: `${describeProject(project, call)}\n\nSecret key, shown only now:\n  ${secretKey}`,
      }
    })
  },
}

export const listProjectsCommand: Command = {
  usage: '[--limit N] [--after PROJECT_ID]',
  summary: `List projects, the oldest first: ${USUAL_LIMIT} at once, unless --limit says otherwise. --after continues a list.`,
  async run(words, terminal) {
    const options = { limit: { type: 'string' }, after: { type: 'string' } } as const
    const { values } = parseArgs({ args: words, options })
    const [limit, after] = [readLimit(values.limit), values.after]
    if (after !== undefined && !isId('project', after)) throw new UsageError('--after takes the id of a project: prj_…')
    return withCall(terminal, async (call) => {
      const { items, next } = await listProjects(call, { limit, after })
      const rows = items.map(
        (project) => `${project.slug.padEnd(24)} ${project.id}  ${boardOriginOf(call.places, project)}`,
      )
      const more = next === undefined ? [] : ['', `There are more: svc project list --after ${next}`]
      return {
        json: { data: items.map((project) => projectJson(project, call)), next_cursor: next ?? null },
        text: [...rows, ...more].join('\n') || (after === undefined ? NO_PROJECTS : 'There are no more projects.'),
      }
    })
  },
}

function readLimit(text: string | undefined): number {
  const limit = Number(text ?? USUAL_LIMIT)
  if (text === '' || !Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
    throw new UsageError(`--limit takes a whole number from 1 to ${MOST_LISTED}.`)
  }
  return limit
}

export const showProjectCommand: Command = {
  usage: 'SLUG',
  summary: 'Show one project.',
  async run(words, terminal) {
    const slug = onlyWord(parseArgs({ args: words, allowPositionals: true }).positionals, ONE_PROJECT)
    return withCall(terminal, async (call) => {
      const project = await projectBySlug(call, slug)
      return { json: projectJson(project, call), text: describeProject(project, call) }
    })
  },
}

export const updateProjectCommand: Command = {
  usage: `SLUG [--name N] [--slug S] ${FIELDS_USAGE} [--yes]`,
  summary:
    'Change only the named settings. An empty value removes a setting; a list is replaced as a whole. A change of the board’s address needs --yes.',
  async run(words, terminal) {
    const options = { ...FIELDS, yes: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const slug = onlyWord(positionals, ONE_PROJECT)
    const changes = readFields(values)
    if (Object.keys(changes).length === 0) throw new UsageError('Name at least one setting to change.')
    return withProject(terminal, slug, async (call) => {
      refuseInvalid(changes, call.places)
      const move = moveBy(call, changes)
      if (move && !values.yes) return { json: { moves: moveJson(move) }, text: announceMove(move), exitCode: 1 }
      const project = await changeSettings(call, changes)
      warnOfMove(terminal, call, project)
      return { json: projectJson(project, call), text: describeProject(project, call) }
    })
  },
}

export const verifyDomainCommand: Command = {
  usage: 'SLUG [--trust]',
  summary:
    'Check the DNS record of the project’s custom domain. Use --trust to skip the check, if you know that the domain is theirs.',
  async run(words, terminal) {
    const options = { trust: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const slug = onlyWord(positionals, ONE_PROJECT)
    return withProject(terminal, slug, async (call, { dnsServers }) => {
      const project = await (values.trust ? trustDomain(call) : verifyDomain(call, txtLookUp(dnsServers)))
      warnOfMove(terminal, call, project)
      return { json: projectJson(project, call), text: describeProject(project, call) }
    })
  },
}

/** A warning beside the result: the board's address is part of the tokens that somebody's backend signs. */
function warnOfMove(terminal: Terminal, call: SystemCall, after: Project): void {
  const move = boardMove(call, call.project, after)
  if (move) terminal.tell(describeMove(move))
}

type Values = {
  [Name in keyof typeof FIELDS]?: (typeof FIELDS)[Name] extends { multiple: true }
    ? string[]
    : (typeof FIELDS)[Name] extends { type: 'boolean' }
      ? boolean
      : string
}

/** Only the fields that were named; an empty value stands for "none". */
function readFields(values: Values): Partial<ProjectDraft> {
  if (values.private && values.public) throw new UsageError('A board is either --private or --public.')
  if (values.approval && values['no-approval']) {
    throw new UsageError(
      'Choose either --no-approval (posts and comments are public at once) or --approval (they wait).',
    )
  }
  const listed = (entries: string[]) => entries.filter((entry) => entry !== '')
  return {
    ...(values.name !== undefined && { name: values.name }),
    ...(values.slug !== undefined && { slug: values.slug }),
    ...((values.private || values.public) && { isPrivate: values.private === true }),
    ...(values['sign-in-url'] !== undefined && { signInUrl: values['sign-in-url'] || undefined }),
    ...(values.domain !== undefined && { domain: values.domain || undefined }),
    ...(values['allow-origin'] && { allowedOrigins: listed(values['allow-origin']) }),
    ...(values['allow-trait'] && { allowedTraits: listed(values['allow-trait']) }),
    ...(values['account-trait'] !== undefined && { accountTrait: values['account-trait'] || undefined }),
    ...(values['value-trait'] !== undefined && { valueTrait: values['value-trait'] || undefined }),
    ...(values.language !== undefined && { language: values.language as Language }), // an unknown one is refused with the others
    ...((values.approval || values['no-approval']) && { requiresApproval: values.approval === true }),
  }
}
