import { parseArgs } from 'node:util'
import type { Places } from '../domain/call.ts'
import { changeSettings } from '../domain/project-settings/index.ts'
import {
  boardOriginOf,
  createProject,
  type Language,
  listProjects,
  type Project,
  type ProjectDraft,
  projectBySlug,
} from '../domain/projects/index.ts'
import type { Command } from './command-line.ts'
import { facts } from './layout.ts'
import { UsageError } from './terminal.ts'
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
  language: { type: 'string' },
  approval: { type: 'boolean' },
  'no-approval': { type: 'boolean' },
} as const

const FIELDS_USAGE =
  '[--private|--public] [--sign-in-url U] [--domain D] [--allow-origin O]… [--allow-trait K]… [--language L] [--approval|--no-approval]'

const ONE_PROJECT = 'Name exactly one project by its slug.'

export const createProjectCommand: Command = {
  usage: `--name N --slug S ${FIELDS_USAGE}`,
  summary: 'Make a project, its publishable key and a secret key with every scope.',
  async run(words, terminal) {
    const { name, slug, ...rest } = readFields(parseArgs({ args: words, options: FIELDS }).values)
    if (name === undefined || slug === undefined) throw new UsageError('A project needs --name and --slug.')
    return withCall(terminal, async (call) => {
      const { project, secretKey } = await createProject(call, { name, slug, ...rest })
      return {
        json: { project: toJson(project, call.places), publishable_key: project.publishableKey, secret_key: secretKey },
        text: `${describe(project, call.places)}\n\nSecret key, shown only now:\n  ${secretKey}`,
      }
    })
  },
}

export const listProjectsCommand: Command = {
  usage: '',
  summary: 'List the projects.',
  async run(words, terminal) {
    parseArgs({ args: words })
    return withCall(terminal, async (call) => {
      const projects = await listProjects(call)
      const rows = projects.map(
        (project) => `${project.slug.padEnd(24)} ${project.id}  ${boardOriginOf(call.places, project)}`,
      )
      const empty = 'There is no project yet. Make one with: svc project create --name "My product" --slug my-product'
      return { json: { data: projects.map((project) => toJson(project, call.places)) }, text: rows.join('\n') || empty }
    })
  },
}

export const showProjectCommand: Command = {
  usage: 'SLUG',
  summary: 'Show one project.',
  async run(words, terminal) {
    const slug = onlyWord(parseArgs({ args: words, allowPositionals: true }).positionals, ONE_PROJECT)
    return withCall(terminal, async (call) => {
      const project = await projectBySlug(call, slug)
      return { json: toJson(project, call.places), text: describe(project, call.places) }
    })
  },
}

export const updateProjectCommand: Command = {
  usage: `SLUG [--name N] [--slug S] ${FIELDS_USAGE}`,
  summary: 'Change what is named and leave the rest. An empty value removes; a list is replaced as a whole.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: FIELDS, allowPositionals: true })
    const slug = onlyWord(positionals, ONE_PROJECT)
    const changes = readFields(values)
    if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.')
    return withProject(terminal, slug, async (call) => {
      const project = await changeSettings(call, changes)
      return { json: toJson(project, call.places), text: describe(project, call.places) }
    })
  },
}

type Values = {
  [Name in keyof typeof FIELDS]?: (typeof FIELDS)[Name] extends { multiple: true }
    ? string[]
    : (typeof FIELDS)[Name] extends { type: 'boolean' }
      ? boolean
      : string
}

/** Only what was named; an empty word stands for "none". */
function readFields(values: Values): Partial<ProjectDraft> {
  if (values.private && values.public) throw new UsageError('A board is either --private or --public.')
  if (values.approval && values['no-approval']) {
    throw new UsageError('What users write is either public at once (--no-approval) or waits (--approval).')
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
    ...(values.language !== undefined && { language: values.language as Language }), // an unknown one is refused with the others
    ...((values.approval || values['no-approval']) && { requiresApproval: values.approval === true }),
  }
}

function toJson(project: Project, places: Places) {
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    is_private: project.isPrivate,
    sign_in_url: project.signInUrl ?? null,
    domain: project.domain ?? null,
    board_origin: boardOriginOf(places, project),
    allowed_origins: project.allowedOrigins,
    allowed_traits: project.allowedTraits,
    language: project.language,
    requires_approval: project.requiresApproval,
    publishable_key: project.publishableKey,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
  }
}

function describe(project: Project, places: Places): string {
  return facts([
    ['Project', `${project.name} (${project.id})`],
    ['Board', `${boardOriginOf(places, project)}, ${project.isPrivate ? 'private' : 'public'}`],
    ['Sign-in URL', project.signInUrl ?? 'not set yet: svc project update … --sign-in-url https://…'],
    ['Allowed origins', project.allowedOrigins.join(', ') || 'none'],
    ['Allowed traits', project.allowedTraits.join(', ') || 'none'],
    ['Language', project.language],
    [
      'Approval',
      project.requiresApproval ? 'what users write waits for it' : 'none: what users write is public at once',
    ],
    ['Publishable key', project.publishableKey],
  ])
}
