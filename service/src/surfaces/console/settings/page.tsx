import { Domain, LANGUAGES, type ProjectDraft, ProjectName, SignInUrl, Slug } from '../../../domain/projects/index.ts'
import { limitsOf, type Tones } from '../../pages/index.ts'
import { ProjectPage } from '../shared/layout.tsx'
import { CONFIRM_SCRIPTS, ConfirmHere, Field, Form, Select } from '../shared/pieces.tsx'
import type { ProjectView } from '../shared/view.ts'
import { DomainForms, type DomainShown, DomainState } from './domain.tsx'
import { LogoForms } from './logo.tsx'
import { ColorSample } from './sample.tsx'

/** What a person typed, lists as lines. */
export type TypedSettings = Readonly<
  Pick<ProjectDraft, 'name' | 'slug' | 'isPrivate' | 'requiresApproval' | 'accentColor'> &
    Record<'signInUrl' | 'domain' | 'allowedOrigins' | 'allowedTraits' | 'language', string> & {
      /** Which version they saw. */
      version: number
    }
>

interface SettingsProps {
  readonly view: ProjectView
  readonly typed: TypedSettings
  readonly faults: Readonly<Record<string, string>>
  readonly tones: { readonly light: Tones; readonly dark: Tones }
  readonly boardOrigin: string
  readonly domain: DomainShown
  readonly asks?: SettingsAsk
}

/** Where what was typed waits until they show who they are. */
export interface SettingsAsk {
  readonly hasPasskey: boolean
}

export function SettingsPage(props: SettingsProps) {
  const { view, boardOrigin, asks } = props
  return (
    <ProjectPage
      view={view}
      title="Settings"
      section="/settings"
      scripts={['settings.js', ...(asks ? CONFIRM_SCRIPTS : [])]}
      lead="Changes go live within a second."
      actions={
        <a class="button" href={boardOrigin}>
          Open the board
        </a>
      }
    >
      {asks && (
        <ConfirmHere
          what="Opening a private board, or changing its address or the sign-in URL"
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
            Save
          </button>
        </div>
      </Form>
      <LogoForms view={view} />
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
      <h2>The board</h2>
      <Field
        name="name"
        label="Name"
        value={typed.name}
        required
        {...limitsOf(ProjectName)}
        {...faultOf(props, 'name')}
      />
      <Field
        name="slug"
        label="Slug"
        hint="A part of the board’s address and of this console’s. When it changes, the board’s old address redirects to the new one for 24 hours. The console’s old address stops working at once."
        value={typed.slug}
        required
        {...limitsOf(Slug)}
        autocomplete="off"
        {...faultOf(props, 'slug')}
      />
      <Field
        name="domain"
        label="Own domain"
        hint="Such as feedback.example.com. After you save, this page shows the DNS records that it needs. Once they prove that the domain is yours, the board’s old address redirects to it."
        value={typed.domain}
        {...limitsOf(Domain)}
        autocomplete="off"
        {...faultOf(props, 'domain')}
      />
      <DomainState view={view} shown={props.domain} />
      <Check
        name="is_private"
        isOn={typed.isPrivate}
        label="Private"
        hint={`Only people who sign in through ${view.project.name} can read it. Feeds and previews show nothing.`}
      />
    </section>
  )
}

function Look(props: SettingsProps) {
  const { view, typed, tones } = props
  return (
    <section class="part">
      <h2>Its colour</h2>
      <div class="halves">
        <Field
          name="accent_color"
          label="Accent colour"
          type="color"
          value={typed.accentColor}
          hint="The board makes it darker or lighter where text would be hard to read."
          {...faultOf(props, 'accent_color')}
        />
        <div class="samples" id="samples" data-address={`${view.base}/settings/accent`}>
          <ColorSample name={typed.name} scheme="light" tones={tones.light} />
          <ColorSample name={typed.name} scheme="dark" tones={tones.dark} />
        </div>
      </div>
    </section>
  )
}

function SignIn(props: SettingsProps) {
  const { typed } = props
  const lists = [
    [
      'allowed_origins',
      'Allowed origins',
      typed.allowedOrigins,
      'One per line, such as https://app.example.com. Pages of these origins may call the API from a browser.',
    ],
    [
      'allowed_traits',
      'Stored traits',
      typed.allowedTraits,
      'One per line, such as plan. Other traits in a token are dropped.',
    ],
  ] as const
  return (
    <section class="part">
      <h2>Sign-in</h2>
      <Field
        name="sign_in_url"
        label="Sign-in URL"
        hint="The page of your app where visitors sign in. The board sends them there with ?state= added."
        type="url"
        value={typed.signInUrl}
        placeholder="https://app.example.com/feedback/sign-in"
        {...limitsOf(SignInUrl)}
        {...faultOf(props, 'sign_in_url')}
      />
      {lists.map(([name, label, value, hint]) => (
        <Field name={name} label={label} hint={hint} value={value} rows={3} {...faultOf(props, name)} />
      ))}
    </section>
  )
}

function Rules({ typed }: SettingsProps) {
  const options = LANGUAGES.map((language) => [language, NAMES[language] ?? capital(language)] as const)
  return (
    <section class="part">
      <h2>Posts</h2>
      <Check
        name="requires_approval"
        isOn={typed.requiresApproval}
        label="Approve before publishing"
        hint="Posts and comments of users wait in the inbox until somebody in the team approves them."
      />
      <Select name="language" label="Language of search" options={options} value={typed.language} />
      <p class="soft">
        Search uses the word forms of this language. After a change, a board with many posts needs some minutes.
      </p>
    </section>
  )
}

const NAMES: Readonly<Record<string, string>> = { simple: 'Any other (words as they are)' }

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Check({ name, label, hint, isOn }: { name: string; label: string; hint: string; isOn: boolean }) {
  return (
    <label class="choice">
      <input type="checkbox" name={name} value="yes" checked={isOn} />
      <span>
        <b>{label}</b>
        <span class="soft">{hint}</span>
      </span>
    </label>
  )
}
