import type { WordKey } from '../../../../../ui/words/words.ts'
import { Page, SignInForm } from '../layout.tsx'
import type { View } from '../model.ts'
import { initialOf } from '../pieces.tsx'

/** A page that says one thing and what to do about it. Without a connection there is no other page to go to. */
interface NoticeProps {
  readonly view: View
  readonly title: WordKey
  readonly lead: WordKey
  /** What stands in the lead beside the project's name. */
  readonly values?: Readonly<Record<string, string>>
  readonly code?: string
  readonly home?: boolean
}

export function NoticePage(props: NoticeProps) {
  const { view, title, lead, values, code, home = true } = props
  const { words, project } = view
  return (
    <Page view={view} facts={{ title: words.say(title), isIndexed: false }}>
      <div class="narrow centred">
        <Picture kind={home ? 'lost' : 'offline'} />
        <h1>{words.say(title)}</h1>
        <p class="lead">{words.say(lead, { project: project.name, ...values })}</p>
        {code && <p class="soft">{words.say('problem_code', { code })}</p>}
        <p class="row">
          {home ? (
            <a class="button main" href="/">
              {words.say('go_home')}
            </a>
          ) : (
            <button class="button main" type="button" data-retry="">
              {words.say('try_again')}
            </button>
          )}
        </p>
      </div>
    </Page>
  )
}

const PICTURES = {
  lost: [
    'M18 12h28a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8H30L18 54V44a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8z',
    'M25 28h.1M32 28h.1M39 28h.1',
  ],
  offline: ['M20 44h26a10 10 0 0 0 2-19.8A16 16 0 0 0 17.4 27 8.6 8.6 0 0 0 20 44z', 'M14 54 50 12'],
  lock: ['M16 28h32a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4V32a4 4 0 0 1 4-4z', 'M21 28v-7a11 11 0 0 1 22 0v7'],
} as const

function Picture({ kind }: { kind: keyof typeof PICTURES }) {
  const [shape, mark] = PICTURES[kind]
  return (
    <svg class="picture" viewBox="0 0 64 64" width="72" height="72" aria-hidden="true">
      <path d={shape} />
      <path class="faint" d={mark} />
    </svg>
  )
}

/** The only page of a private board that everybody sees, and the target of every action without script. */
export function SignInPage({ view, returnTo, intent }: { view: View; returnTo: string; intent: string }) {
  const { words, project } = view
  const isGate = project.isPrivate
  return (
    <Page view={view} facts={{ title: words.say(isGate ? 'gate_title' : 'sheet_title'), isIndexed: false }}>
      <div class="narrow centred">
        {isGate && <Picture kind="lock" />}
        <h1>{words.say(isGate ? 'gate_title' : 'sheet_title')}</h1>
        <p class="lead">{words.say(isGate ? 'gate_lead' : 'sheet_lead', { project: project.name })}</p>
        <SignInForm view={view} returnTo={returnTo} intent={intent} />
      </div>
    </Page>
  )
}

/** Its script takes the token out of the address before anything else, then sends it. */
export function CallbackPage({ view, script }: { view: View; script: string }) {
  const { words, project } = view
  return (
    <Page view={view} facts={{ title: words.say('callback_title'), isIndexed: false, script }}>
      <div class="narrow centred">
        <div id="waiting">
          <h1>{words.say('callback_title')}</h1>
          <p class="progress" role="progressbar" aria-label={words.say('callback_title')} />
          <noscript>
            <p class="notice fault">{words.say('callback_needs_script')}</p>
          </noscript>
        </div>
        <div id="failed" hidden>
          <Picture kind="lost" />
          <h1 tabindex={-1}>{words.say('callback_failed_title')}</h1>
          <p class="lead" data-for="state_mismatch" hidden>
            {words.say('callback_state')}
          </p>
          <p class="lead" data-for="user_banned" hidden>
            {words.say('callback_banned')}
          </p>
          <p class="lead" data-for="other" hidden>
            {words.say('callback_unknown', { project: project.name })}
          </p>
          <p class="soft">
            <code id="code" />
          </p>
          <SignInForm view={view} returnTo="/" intent="" />
        </div>
      </div>
    </Page>
  )
}

/** Shows who would be signed in; only the button uses the code. */
export function ContinuePage({ view, script }: { view: View; script: string }) {
  const { words, project } = view
  return (
    <Page view={view} facts={{ title: words.say('continue_title'), isIndexed: false, script }}>
      <div class="narrow centred">
        <span class="mark large" aria-hidden="true">
          {initialOf(project.name)}
        </span>
        <h1>{words.say('continue_title')}</h1>
        <p id="waiting" class="lead" role="status">
          {words.say('continue_wait')}
        </p>
        <p class="row">
          <button
            id="confirm"
            class="button main large"
            type="button"
            hidden
            data-text={words.say('continue_as', { name: '{name}' })}
          />
        </p>
        <p id="expired" class="notice fault" role="alert" hidden>
          {words.say('continue_expired')}
        </p>
        <noscript>
          <p class="notice fault">{words.say('callback_needs_script')}</p>
        </noscript>
        <p>
          <a href="/">{words.say('go_home')}</a>
        </p>
      </div>
    </Page>
  )
}
