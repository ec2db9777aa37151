import { Type } from 'typebox'
import { type Call, isServer, type Places } from '../../domain/call/index.ts'
import { fileUrl } from '../../domain/files/index.ts'
import { camelCased, snakeCased } from '../../domain/members.ts'
import { changeLogo, changeSettings } from '../../domain/project-settings/index.ts'
import {
  boardOriginOf,
  claimOf,
  domainClaimLapsed,
  domainNotSet,
  domainTaken,
  domainUnproven,
  LANGUAGES,
  type Project,
  ProjectName,
  recordOf,
  Slug,
  slugTaken,
  verifyDomain as verify,
  WelcomeNote,
} from '../../domain/projects/index.ts'
import { idPattern } from '../../foundation/ids/index.ts'
import { versionConflict } from '../../foundation/problems/index.ts'
import { DOMAIN_CHECKS } from '../http/index.ts'
import { endpoint } from './endpoint.ts'
import { PictureForm, pictureIn, preparePicture, TAKES_PICTURE } from './files.ts'
import { tagVersion, versionsOf } from './if-match.ts'
import { NoBody } from './input.ts'
import { NOTIFICATION_CHOICES, someChoices } from './notification-choices.ts'
import { forServers, Nullable, OneOf, Shared, TimeOf } from './schema.ts'

const TAGS = ['Project']

const ProjectSchema = Shared(
  'Project',
  Type.Object(
    {
      id: Type.String({ pattern: idPattern('project'), description: 'The `iss` of sign-in tokens.' }),
      name: Type.String({ description: 'The project’s name.' }),
      slug: Type.String({ description: 'The project’s part of the board’s address.' }),
      is_private: Type.Boolean({ description: 'Whether every read needs a session.' }),
      board_origin: Type.String({ description: 'The canonical address of the board.' }),
      sign_in_url: Nullable(Type.String(), {
        description: 'The page to which the board sends visitors who want to sign in.',
      }),
      language: OneOf(LANGUAGES, {
        description:
          'The language of the board: posts are searched by its word forms, and pages use it for readers who ask for no language that the board speaks.',
      }),
      requires_approval: Type.Boolean({ description: 'Whether posts and comments of users wait for approval.' }),
      accent_color: Type.String({ description: 'The colour of the board, as #rrggbb.' }),
      time_zone: Type.Optional(Type.String(forServers('its time zone, such as Europe/Berlin.'))),
      logo_url: Nullable(Type.String(), {
        description: 'Its logo, as WebP; with `?size=small` a smaller one. Null: it has none.',
      }),
      created_at: TimeOf('When the project was made.'),
      domain: Type.Optional(
        Nullable(
          Type.String(),
          forServers('the board’s own domain. The board is served there once the domain is verified.'),
        ),
      ),
      domain_state: Type.Optional(
        OneOf(
          ['none', 'waiting', 'verified', 'lapsed'],
          forServers(
            'the state of `domain`. `waiting`: add the TXT record. `lapsed`: it was not proven within seven days; set it again.',
          ),
        ),
      ),
      domain_challenge: Type.Optional(
        Nullable(
          Type.Object({
            name: Type.String({ description: 'The name of the record.' }),
            value: Type.String({ description: 'The value of the record.' }),
          }),
          forServers(
            'the TXT record that proves `domain`: its name, and the value it must hold. The value of a project never changes. Null without a domain.',
          ),
        ),
      ),
      domain_verified_at: Type.Optional(
        Nullable(Type.String({ format: 'date-time' }), forServers('when `domain` was proven.')),
      ),
      domain_claim_expires_at: Type.Optional(
        Nullable(
          Type.String({ format: 'date-time' }),
          forServers('the deadline for proving `domain`, while it waits.'),
        ),
      ),
      welcome_note: Type.Optional(
        Nullable(
          Type.String(),
          forServers(
            'what the board says above its ideas, until a visitor dismisses it. Null: a text in the visitor’s language. Empty: nothing.',
          ),
        ),
      ),
      allowed_origins: Type.Optional(
        Type.Array(Type.String(), forServers('the origins whose pages may call the API.')),
      ),
      allowed_traits: Type.Optional(Type.Array(Type.String(), forServers('the traits that are kept.'))),
      account_trait: Type.Optional(
        Nullable(Type.String(), forServers('the trait that is a person’s account, such as `company`.')),
      ),
      value_trait: Type.Optional(
        Nullable(Type.String(), forServers('the trait that is the value of that account: a number.')),
      ),
      publishable_key: Type.Optional(Type.String(forServers('the key of your apps.'))),
      notification_defaults: Type.Optional(
        Type.Object(NOTIFICATION_CHOICES, forServers('the notifications of users who chose nothing else.')),
      ),
      updated_at: Type.Optional(Type.String({ format: 'date-time', ...forServers('the last change.') })),
    },
    { description: 'The project. Only servers get some of the members.' },
  ),
)

export const readProject = endpoint({
  access: ['reader', 'project:read'],
  schema: {
    operationId: 'getProject',
    summary: 'Read the project',
    description: 'What an app needs to know about its project. A server gets all settings.',
    tags: TAGS,
    response: { 200: ProjectSchema },
  },
  handler: async (call, _, reply) => {
    if (!isServer(call)) return publicJson(call.project, call.places)
    tagVersion(reply, call.project)
    return toProjectJson(call.project, call)
  },
})

export const updateProject = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'updateProject',
    summary: 'Change the settings of the project',
    description:
      'Changes only the members that are sent; a list is replaced as a whole. Changes go live within a second. A change of the board’s address changes the `aud` of board tokens; the old one is accepted for 24 more hours. After a change of language, search uses the new language at once, or within minutes if there are many posts.',
    tags: TAGS,
    body: Type.Object(
      {
        name: Type.Optional(Type.String({ description: ProjectName.description })),
        slug: Type.Optional(Type.String({ description: Slug.description })),
        is_private: Type.Optional(Type.Boolean({ description: 'Whether every read needs a session.' })),
        sign_in_url: Type.Optional(Nullable(Type.String(), { description: 'Null removes it.' })),
        domain: Type.Optional(
          Nullable(Type.String(), {
            description:
              'The board is served there once a TXT record proves that it is yours: see `domain_challenge`. Null removes it.',
          }),
        ),
        allowed_origins: Type.Optional(
          Type.Array(Type.String(), { description: 'All origins whose pages may call the API.' }),
        ),
        allowed_traits: Type.Optional(
          Type.Array(Type.String(), { description: 'The names of all traits that are stored from your tokens.' }),
        ),
        account_trait: Type.Optional(
          Nullable(Type.String(), {
            description:
              'The trait that is a person’s account, such as `company`: one of `allowed_traits`. All posts are counted again after a change. Null removes it.',
          }),
        ),
        value_trait: Type.Optional(
          Nullable(Type.String(), {
            description:
              'The trait that is the value of the account, such as `mrr`: one of `allowed_traits`, a number from 0 to 1,000,000,000,000. Null removes it.',
          }),
        ),
        language: Type.Optional(
          OneOf(LANGUAGES, {
            description:
              'The language of the board: posts are searched by its word forms, and pages use it for readers who ask for no language that the board speaks.',
          }),
        ),
        requires_approval: Type.Optional(
          Type.Boolean({ description: 'Whether posts and comments of users wait for approval.' }),
        ),
        time_zone: Type.Optional(
          Type.String({
            description:
              'A name of the time zone database, such as Europe/Berlin. Daily and weekly mails leave at 8:00 there.',
          }),
        ),
        welcome_note: Type.Optional(
          Nullable(Type.String(), {
            description: `${WelcomeNote.description} At most ${WelcomeNote.maxLength} characters. Null: a text in the visitor’s language. Empty: nothing.`,
          }),
        ),
        accent_color: Type.Optional(
          Type.String({
            description: 'The colour of the board, as #rrggbb. Pages adjust it where text would be hard to read.',
          }),
        ),
        notification_defaults: Type.Optional(
          someChoices('The notifications of users who chose nothing else. Members that are absent stay.'),
        ),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: ProjectSchema },
  },
  problems: [slugTaken, domainTaken, versionConflict], // several projects may ask for one domain now; within v1 the code stays announced
  handler: async (call, request, reply) => {
    const {
      sign_in_url: signInUrl,
      domain,
      welcome_note: welcomeNote,
      notification_defaults: defaults,
      account_trait: accountTrait,
      value_trait: valueTrait,
      ...rest
    } = request.body
    const changes = {
      ...camelCased(rest),
      ...(signInUrl !== undefined && { signInUrl: signInUrl ?? undefined }),
      ...(domain !== undefined && { domain: domain ?? undefined }),
      ...(defaults && { notificationDefaults: camelCased(defaults) }),
      ...(welcomeNote !== undefined && { welcomeNote: welcomeNote ?? undefined }),
      ...(accountTrait !== undefined && { accountTrait: accountTrait ?? undefined }),
      ...(valueTrait !== undefined && { valueTrait: valueTrait ?? undefined }),
    }
    const project = await changeSettings(call, changes, versionsOf(request))
    tagVersion(reply, project)
    return toProjectJson(project, call)
  },
})

export const verifyDomain = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'verifyDomain',
    summary: 'Check the proof of the domain',
    description:
      'Asks DNS for the TXT record that `domain_challenge` names. If it is there, the board is served at `domain`, which becomes its canonical address and the `aud` of board tokens; the old address is accepted for 24 more hours. The service also checks every hour by itself. If another project has the domain, it keeps the domain while its TXT record is there; otherwise the domain moves to this project. Each request checks again, even with an `Idempotency-Key` that was used before: checking twice does no harm.',
    tags: TAGS,
    body: NoBody,
    response: { 200: ProjectSchema },
  },
  problems: [domainNotSet, domainUnproven, domainClaimLapsed, domainTaken, versionConflict],
  isNeverKept: true,
  limit: (admission, { project }) => admission.limit(DOMAIN_CHECKS, project.id),
  handler: async (call, _, reply, { lookUpTxt }) => {
    const project = await verify(call, lookUpTxt)
    tagVersion(reply, project)
    return toProjectJson(project, call)
  },
})

export const putLogo = endpoint({
  ...TAKES_PICTURE,
  access: 'project:write',
  schema: {
    operationId: 'putLogo',
    summary: 'Set the logo of the project',
    description:
      'A form with one part, the file. The picture is encoded again as WebP, as with `POST /files`. The board and the widget show it to everybody, even if the board is private.',
    tags: TAGS,
    body: PictureForm,
    response: { 204: Type.Null({ description: 'It is set.' }) },
  },
  prepare: (_, __, request) => preparePicture(request),
  handler: async (call, request, reply) => {
    await changeLogo(call, pictureIn(request))
    return reply.code(204).send()
  },
})

export const removeLogo = endpoint({
  access: 'project:write',
  schema: {
    operationId: 'removeLogo',
    summary: 'Remove the logo of the project',
    description: 'The board and the widget show its initial again.',
    tags: TAGS,
    response: { 204: Type.Null({ description: 'It has none.' }) },
  },
  handler: async (call, _, reply) => {
    await changeLogo(call, undefined)
    return reply.code(204).send()
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
    logo_url: project.logoId === undefined ? null : fileUrl({ places, project }, project.logoId),
    created_at: project.createdAt.toISOString(),
  }
}

export function toProjectJson(project: Project, { places, now }: Call) {
  const claim = claimOf(project, now)
  return {
    ...publicJson(project, places),
    domain: project.domain ?? null,
    domain_state: claim.state,
    domain_challenge: recordOf(project) ?? null,
    domain_verified_at: claim.state === 'verified' ? claim.verifiedAt.toISOString() : null,
    domain_claim_expires_at: claim.state === 'waiting' ? claim.lapsesAt.toISOString() : null,
    welcome_note: project.welcomeNote ?? null,
    allowed_origins: project.allowedOrigins,
    allowed_traits: project.allowedTraits,
    account_trait: project.accountTrait ?? null,
    value_trait: project.valueTrait ?? null,
    publishable_key: project.publishableKey,
    time_zone: project.timeZone,
    notification_defaults: snakeCased(project.notificationDefaults),
    updated_at: project.updatedAt.toISOString(),
  }
}
