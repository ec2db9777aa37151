import { onFirstUse } from '../../../../../ui/on-first-use.ts'
import {
  Domain,
  LANGUAGES,
  type ProjectDraft,
  ProjectName,
  SignInUrl,
  Slug,
  WelcomeNote,
} from '../../../domain/projects/index.ts'
import { limitsOf, type Tones } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { Check, CONFIRM_SCRIPTS, ConfirmHere, Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { DomainForms, type DomainShown, DomainState } from './domain.tsx'
import { ExportForm } from './export.tsx'
import { ImportPart } from './import.tsx'
import { LogoForms } from './logo.tsx'
import { NotificationDefaults } from './notifications.tsx'
import { ColorSample } from './sample.tsx'

/** The choices for the welcome text. */
export const WELCOMES = ['standard', 'own', 'none'] as const
export type Welcome = (typeof WELCOMES)[number]

/** The fields as they were typed; lists have one item per line. */
export type TypedSettings = Readonly<
  Pick<ProjectDraft, 'name' | 'slug' | 'isPrivate' | 'requiresApproval' | 'accentColor'> &
    Record<
      | 'signInUrl'
      | 'domain'
      | 'allowedOrigins'
      | 'allowedTraits'
      | 'accountTrait'
      | 'valueTrait'
      | 'language'
      | 'timeZone'
      | 'welcomeNote',
      string
    > & {
      welcome: Welcome
      /** The version that was read. */
      version: number
    }
>

interface SettingsProps {
  readonly view: ProjectView
  readonly typed: TypedSettings
  readonly faults: Readonly<Record<string, string>>
  readonly tones: { readonly light: Tones; readonly dark: Tones }
  readonly domain: DomainShown
  readonly sendsMail: boolean
  readonly asks?: SettingsAsk
}

/** Shown if the operator must confirm who they are before the settings are saved. */
export interface SettingsAsk {
  readonly hasPasskey: boolean
}

export function SettingsPage(props: SettingsProps) {
  const { view, asks } = props
  return (
    <ProjectPage
      view={view}
      title={view.words.say('settings_title')}
      section="/settings"
      guide="settings"
      scripts={['settings.js', ...(asks ? CONFIRM_SCRIPTS : [])]}
      lead={view.words.say('settings_lead')}
    >
      {asks && (
        <ConfirmHere
          view={view}
          what={view.words.say('settings_confirming')}
          page={`${view.base}/settings`}
          form="settings"
          hasPasskey={asks.hasPasskey}
        />
      )}
      <Form view={view} action={`${view.base}/settings`} class="settings" id="settings">
        <input type="hidden" name="version" value={props.typed.version} />
        <Board {...props} />
        <Look {...props} />
        <SignIn {...props} />
        <Rules {...props} />
        <div class="savebar">
          <button class="button main large" type="submit">
            {view.words.say('shared_save')}
          </button>
        </div>
      </Form>
      <NotificationDefaults view={view} sendsMail={props.sendsMail} />
      <LogoForms view={view} />
      <ImportPart view={view} />
      <ExportForm view={view} />
      <DomainForms view={view} />
    </ProjectPage>
  )
}

function faultOf({ faults }: SettingsProps, name: string) {
  return faults[name] === undefined ? {} : { fault: faults[name] }
}

function Board(props: SettingsProps) {
  const { view, typed } = props
  return (
    <section class="part">
      <h2>{view.words.say('settings_board')}</h2>
      <Field
        name="name"
        label={view.words.say('shared_name')}
        value={typed.name}
        required
        {...limitsOf(ProjectName)}
        {...faultOf(props, 'name')}
      />
      <Field
        name="slug"
        label={view.words.say('settings_slug')}
        hint={view.words.say('settings_slug_why')}
        value={typed.slug}
        required
        {...limitsOf(Slug)}
        autocomplete="off"
        {...faultOf(props, 'slug')}
      />
      <Field
        name="domain"
        label={view.words.say('settings_domain')}
        hint={view.words.say('settings_domain_why')}
        value={typed.domain}
        {...limitsOf(Domain)}
        autocomplete="off"
        {...faultOf(props, 'domain')}
      />
      <DomainState view={view} shown={props.domain} />
      <Select
        name="welcome"
        label={view.words.say('settings_welcome')}
        options={WELCOMES.map((welcome) => [welcome, view.words.say(`settings_welcome_${welcome}`)] as const)}
        value={typed.welcome}
      />
      <Field
        name="welcome_note"
        label={view.words.say('settings_welcome_text')}
        hint={view.words.say('settings_welcome_why')}
        value={typed.welcomeNote}
        rows={3}
        {...limitsOf(WelcomeNote)}
        {...faultOf(props, 'welcome_note')}
      />
      <Check
        name="is_private"
        isOn={typed.isPrivate}
        label={view.words.say('settings_private')}
        hint={view.words.say('settings_private_why', { name: view.project.name })}
      />
    </section>
  )
}

function Look(props: SettingsProps) {
  const { view, typed, tones } = props
  return (
    <section class="part">
      <h2>{view.words.say('settings_look')}</h2>
      <div class="halves">
        <Field
          name="accent_color"
          label={view.words.say('settings_color')}
          type="color"
          value={typed.accentColor}
          hint={view.words.say('settings_color_why')}
          {...faultOf(props, 'accent_color')}
        />
        <div class="samples" id="samples" data-address={`${view.base}/settings/accent`}>
          <ColorSample view={view} name={typed.name} scheme="light" tones={tones.light} />
          <ColorSample view={view} name={typed.name} scheme="dark" tones={tones.dark} />
        </div>
      </div>
    </section>
  )
}

function SignIn(props: SettingsProps) {
  const { view, typed } = props
  const lists = [
    [
      'allowed_origins',
      view.words.say('settings_origins'),
      typed.allowedOrigins,
      view.words.say('settings_origins_why'),
    ],
    ['allowed_traits', view.words.say('settings_traits'), typed.allowedTraits, view.words.say('settings_traits_why')],
  ] as const
  return (
    <section class="part">
      <h2>{view.words.say('settings_sign_in')}</h2>
      <Field
        name="sign_in_url"
        label={view.words.say('settings_sign_in_url')}
        hint={view.words.say('settings_sign_in_url_why')}
        type="url"
        value={typed.signInUrl}
        placeholder="https://app.example.com/feedback/sign-in"
        {...limitsOf(SignInUrl)}
        {...faultOf(props, 'sign_in_url')}
      />
      {lists.map(([name, label, value, hint]) => (
        <Field name={name} label={label} hint={hint} value={value} rows={3} {...faultOf(props, name)} />
      ))}
      <div class="halves">
        <Field
          name="account_trait"
          label={view.words.say('settings_account_trait')}
          hint={view.words.say('settings_account_trait_why')}
          value={typed.accountTrait}
          {...faultOf(props, 'account_trait')}
        />
        <Field
          name="value_trait"
          label={view.words.say('settings_value_trait')}
          hint={view.words.say('settings_value_trait_why')}
          value={typed.valueTrait}
          {...faultOf(props, 'value_trait')}
        />
      </div>
    </section>
  )
}

/** Their names are the same in every language. */
const timeZones = onFirstUse(() =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
)

function Rules({ view, typed }: SettingsProps) {
  const options = LANGUAGES.map((language) => [language, languageName(view, language)] as const)
  return (
    <section class="part">
      <h2>{view.words.say('settings_posts')}</h2>
      <Check
        name="requires_approval"
        isOn={typed.requiresApproval}
        label={view.words.say('settings_approval')}
        hint={view.words.say('settings_approval_why')}
      />
      <Select name="language" label={view.words.say('settings_language')} options={options} value={typed.language} />
      <p class="soft">{view.words.say('settings_language_why')}</p>
      <Select
        name="time_zone"
        label={view.words.say('settings_time_zone')}
        options={timeZones()}
        value={typed.timeZone}
      />
      <p class="soft">{view.words.say('settings_time_zone_why')}</p>
    </section>
  )
}

function languageName({ words }: ProjectView, language: string): string {
  if (language === 'simple') return words.say('settings_language_simple')
  return language.charAt(0).toUpperCase() + language.slice(1)
}
