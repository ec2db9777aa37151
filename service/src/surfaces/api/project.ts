import { Type } from 'typebox'
import type { Places } from '../../domain/call.ts'
import { changeSettings } from '../../domain/project-settings/index.ts'
import { boardOriginOf, domainTaken, LANGUAGES, type Project, slugTaken } from '../../domain/projects/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { versionConflict } from '../../foundation/problems/index.ts'
import { isServer } from './access.ts'
import { endpoint } from './endpoint.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { present } from './input.ts'
import { Nullable, OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Project']

const ProjectSchema = Shared(
  'Project',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('project'), description: 'The `iss` of sign-in tokens.' }),
      name: Type.String({ description: 'What the project is called.' }),
      slug: Type.String({ description: 'The project’s part of the board’s address.' }),
      is_private: Type.Boolean({ description: 'Whether every read needs a session.' }),
      board_origin: Type.String({ description: 'The canonical address of the board.' }),
      sign_in_url: Nullable(Type.String(), { description: 'Where the board sends visitors who want to sign in.' }),
      language: OneOf(LANGUAGES, { description: 'The language in which posts are searched.' }),
      requires_approval: Type.Boolean({ description: 'Whether what users write waits for approval.' }),
      accent_color: Type.String({ description: 'The colour of the board, as #rrggbb.' }),
      created_at: TimeOf('When the project was made.'),
      domain: Type.Optional(Nullable(Type.String(), { description: 'Servers: the board’s own domain.' })),
      allowed_origins: Type.Optional(
        Type.Array(Type.String(), { description: 'Servers: the origins whose pages may call the API.' }),
      ),
      allowed_traits: Type.Optional(Type.Array(Type.String(), { description: 'Servers: the traits that are kept.' })),
      publishable_key: Type.Optional(Type.String({ description: 'Servers: the key of your apps.' })),
      updated_at: Type.Optional(Type.String({ format: 'date-time', description: 'Servers: the last change.' })),
    },
    { description: 'The project. Some members are there for servers alone.' },
  ),
)

export const readProject = endpoint({
  access: ['reader', 'project:read'],
  schema: {
    operationId: 'getProject',
    summary: 'Read the project',
    description: 'What an app needs to know of its project; for a server all settings.',
    tags: TAGS,
    response: { 200: ProjectSchema },
  },
  handler: async (call, _, reply) => {
    if (!isServer(call)) return publicJson(call.project, call.places)
    tagVersion(reply, call.project)
    return wholeJson(call.project, call.places)
  },
})

export const updateProject = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'updateProject',
    summary: 'Change the settings of the project',
    description:
      'Changes what is named and leaves the rest; lists are replaced as a whole. A change is in force everywhere within a second. After a change of language, posts are found by its words at once, or within minutes where there are many.',
    tags: TAGS,
    body: Type.Object(
      {
        name: Type.Optional(Type.String({ description: '1 to 60 printable characters.' })),
        slug: Type.Optional(Type.String({ description: 'A part of the board’s address; the old one ends.' })),
        is_private: Type.Optional(Type.Boolean({ description: 'Whether every read needs a session.' })),
        sign_in_url: Type.Optional(Nullable(Type.String(), { description: 'Null removes it.' })),
        domain: Type.Optional(Nullable(Type.String(), { description: 'Null removes it.' })),
        allowed_origins: Type.Optional(
          Type.Array(Type.String(), { description: 'All origins whose pages may call the API.' }),
        ),
        allowed_traits: Type.Optional(
          Type.Array(Type.String(), { description: 'The names of all traits that are kept of your tokens.' }),
        ),
        language: Type.Optional(OneOf(LANGUAGES, { description: 'The language in which posts are searched.' })),
        requires_approval: Type.Optional(Type.Boolean({ description: 'Whether what users write waits for approval.' })),
        accent_color: Type.Optional(Type.String({ description: 'Of the board, as #rrggbb. Pages keep it readable.' })),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: ProjectSchema },
  },
  problems: [slugTaken, domainTaken, versionConflict],
  handler: async (call, request, reply) => {
    const { body } = request
    const changes = {
      ...present('name', body.name),
      ...present('slug', body.slug),
      ...present('isPrivate', body.is_private),
      ...(body.sign_in_url !== undefined && { signInUrl: body.sign_in_url ?? undefined }),
      ...(body.domain !== undefined && { domain: body.domain ?? undefined }),
      ...present('allowedOrigins', body.allowed_origins),
      ...present('allowedTraits', body.allowed_traits),
      ...present('language', body.language),
      ...present('requiresApproval', body.requires_approval),
      ...present('accentColor', body.accent_color),
    }
    const project = await changeSettings(call, changes, versionsOf(request))
    tagVersion(reply, project)
    return wholeJson(project, call.places)
  },
})

function publicJson(project: Project, places: Places) {
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    is_private: project.isPrivate,
    board_origin: boardOriginOf(places, project),
    sign_in_url: project.signInUrl ?? null,
    language: project.language,
    requires_approval: project.requiresApproval,
    accent_color: project.accentColor,
    created_at: project.createdAt.toISOString(),
  }
}

function wholeJson(project: Project, places: Places) {
  return {
    ...publicJson(project, places),
    domain: project.domain ?? null,
    allowed_origins: project.allowedOrigins,
    allowed_traits: project.allowedTraits,
    publishable_key: project.publishableKey,
    updated_at: project.updatedAt.toISOString(),
  }
}
