import type { FastifyRequest } from 'fastify'
import type { OperatorCall } from '../../../domain/call/index.ts'
import { isColor } from '../../../domain/labels/index.ts'
import { confirmationRequired, listPasskeys } from '../../../domain/operators/index.ts'
import { asksForConfirmation, changeSettings } from '../../../domain/project-settings/index.ts'
import { LANGUAGES, moveBy, type Project, type ProjectDraft, refuseInvalid } from '../../../domain/projects/index.ts'
import { invalidRequest, Problem } from '../../../foundation/problems/index.ts'
import { PROJECT_EXPORTS, sendExport } from '../../http/index.ts'
import { isJson, membersOf, queryOf, textIn, textOf, tonesOf } from '../../pages/index.ts'
import { isTakenBack } from '../shared/ask-page.tsx'
import type { ConsoleContext } from '../shared/context.ts'
import { formErrorsOf } from '../shared/form-errors.ts'
import { readText, versionAfter, versionIn } from '../shared/form-values.ts'
import { type ConsoleRoutes, goTo } from '../shared/routing.ts'
import { type ProjectView, projectView, withFault } from '../shared/view.ts'
import { askAboutMove, domainRoutes, domainShown } from './domain-routes.tsx'
import { logoRoutes } from './logo-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { type SettingsAsk, SettingsPage, type TypedSettings, WELCOMES } from './page.tsx'

type Caller = OperatorCall<'project:write'>

const READ = { needs: 'project:write' } as const

export function settingRoutes(routes: ConsoleRoutes, context: ConsoleContext): void {
  const show = showSettings.bind(undefined, context)
  routes.page('/settings', READ, async (call, view) => show(call, view, typedOf(call.project)))
  // For the preview: the tones that the board makes from a colour.
  routes.page('/settings/accent', READ, async (_call, _view, request) => {
    const color = `#${textOf(queryOf(request).color) ?? ''}`
    if (!isColor(color)) throw new Problem(invalidRequest)
    return tonesOf(color)
  })
  routes.form('/settings', READ, async (call, request, reply) => {
    const typed = settingsIn(request, call.project)
    if (isTakenBack(request)) return show(call, await projectView(context, call, request), typed)
    try {
      const changes = changesIn(call, projectDraftOf(typed))
      refuseInvalid(changes, call.places)
      // First the operator confirms who they are; then the change.
      const move = moveBy(call, changes)
      const question = asksForConfirmation(call, changes) ? undefined : askAboutMove(context, call, request, move)
      if (question) return question
      const project = await changeSettings(call, changes, [typed.version])
      return goTo(reply, `/console/${project.slug}/settings`, 'settings_saved')
    } catch (error) {
      if (isJson(request)) throw error
      if (error instanceof Problem && error.kind === confirmationRequired) {
        reply.code(confirmationRequired.status)
        const asks = { hasPasskey: (await listPasskeys(call)).length > 0 }
        return show(call, await projectView(context, call, request), typed, {}, asks)
      }
      const view = await projectView(context, call, request)
      const { status, text, fields } = formErrorsOf(view.words, error)
      reply.code(status)
      const version = versionAfter(error, typed.version, call.project.version)
      return show(call, withFault(view, text), { ...typed, version }, fields)
    }
  })
  const refuse = async (call: Caller, request: FastifyRequest, text: string) =>
    show(call, withFault(await projectView(context, call, request), text), typedOf(call.project))
  routes.form('/settings/export', { needs: 'exports:read', isSensitive: true }, async (call, request, reply) => {
    await context.limits.take(PROJECT_EXPORTS, call.project.id)
    return sendExport(call, request, reply, context)
  })
  domainRoutes(routes, context, refuse)
  logoRoutes(routes, refuse)
  notificationRoutes(routes, context, refuse)
}

/** Setting a lapsed domain again renews the claim; saving other settings does not. */
function changesIn({ project }: Caller, draft: Partial<ProjectDraft>): Partial<ProjectDraft> {
  const { domain, ...rest } = draft
  return domain === project.domain ? rest : draft
}

async function showSettings(
  { mail }: ConsoleContext,
  call: Caller,
  view: ProjectView,
  typed: TypedSettings,
  faults: Readonly<Record<string, string>> = {},
  asks?: SettingsAsk,
) {
  const color = isColor(typed.accentColor) ? typed.accentColor : call.project.accentColor
  return (
    <SettingsPage
      view={view}
      typed={typed}
      faults={faults}
      tones={tonesOf(color)}
      domain={await domainShown(call)}
      sendsMail={mail.mailer !== undefined}
      {...(asks && { asks })}
    />
  )
}

function typedOf(draft: Project): TypedSettings {
  return {
    ...draft,
    signInUrl: draft.signInUrl ?? '',
    domain: draft.domain ?? '',
    allowedOrigins: draft.allowedOrigins.join('\n'),
    allowedTraits: draft.allowedTraits.join('\n'),
    accountTrait: draft.accountTrait ?? '',
    valueTrait: draft.valueTrait ?? '',
    welcome: draft.welcomeNote === undefined ? 'standard' : draft.welcomeNote === '' ? 'none' : 'own',
    welcomeNote: draft.welcomeNote ?? '',
  }
}

function settingsIn(request: FastifyRequest, project: Project): TypedSettings {
  const members = membersOf(request)
  return {
    name: readText(members.name).trim(),
    slug: readText(members.slug).trim(),
    isPrivate: members.is_private === 'yes',
    signInUrl: readText(members.sign_in_url).trim(),
    domain: readText(members.domain).trim().toLowerCase(),
    allowedOrigins: readText(members.allowed_origins),
    allowedTraits: readText(members.allowed_traits),
    accountTrait: readText(members.account_trait).trim(),
    valueTrait: readText(members.value_trait).trim(),
    language: textIn(members.language),
    timeZone: textIn(members.time_zone) || project.timeZone,
    requiresApproval: members.requires_approval === 'yes',
    accentColor: readText(members.accent_color).trim(),
    welcome: WELCOMES.find((welcome) => welcome === members.welcome) ?? 'standard',
    welcomeNote: readText(members.welcome_note).trim(),
    version: versionIn(members.version),
  }
}

/** The domain checks each value. */
function projectDraftOf(typed: TypedSettings): Omit<ProjectDraft, 'notificationDefaults'> {
  const language = LANGUAGES.find((language) => language === typed.language)
  if (!language)
    throw new Problem(invalidRequest, {
      errors: [{ pointer: '/language', detail: 'must be one of the offered languages' }],
    })
  const { version: _, welcome, ...settings } = typed
  return {
    ...settings,
    signInUrl: typed.signInUrl || undefined,
    domain: typed.domain || undefined,
    welcomeNote: welcomeNoteOf(typed),
    allowedOrigins: linesOf(typed.allowedOrigins),
    allowedTraits: linesOf(typed.allowedTraits),
    accountTrait: typed.accountTrait || undefined,
    valueTrait: typed.valueTrait || undefined,
    language,
  }
}

/** An empty text of one's own means no text. */
function welcomeNoteOf({ welcome, welcomeNote }: TypedSettings): string | undefined {
  if (welcome === 'none') return ''
  return welcome === 'own' && welcomeNote ? welcomeNote : undefined
}

/** One item per line, without empty lines and duplicates. */
function linesOf(text: string): string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '')
}
