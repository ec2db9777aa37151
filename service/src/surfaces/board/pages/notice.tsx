import { Page, SignInForm } from '../layout.tsx'
import type { View } from '../model.ts'
import type { WordKey } from '../words/words.ts'

/** A page that says one thing and what to do about it. */
export function NoticePage(props: { view: View; title: WordKey; lead: WordKey; code?: string; home?: boolean }) {
  const { view, title, lead, code, home = true } = props
  const { words, project } = view
  return (
    <Page view={view} facts={{ title: words.say(title), isIndexed: false }}>
      <div class="narrow centred">
        <h1>{words.say(title)}</h1>
        <p class="lead">{words.say(lead, { project: project.name })}</p>
        {code && <p class="soft">{words.say('problem_code', { code })}</p>}
        {home && (
          <p>
            <a class="button main" href="/">
              {words.say('go_home')}
            </a>
          </p>
        )}
      </div>
    </Page>
  )
}

/** The only page of a private board that everybody sees, and the page behind every action for whoever has no script. */
export function SignInPage({ view, returnTo, intent }: { view: View; returnTo: string; intent: string }) {
  const { words, project } = view
  const isGate = project.isPrivate
  return (
    <Page view={view} facts={{ title: words.say(isGate ? 'gate_title' : 'sheet_title'), isIndexed: false }}>
      <div class="narrow centred">
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
          <p>
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
  const { words } = view
  return (
    <Page view={view} facts={{ title: words.say('continue_title'), isIndexed: false, script }}>
      <div class="narrow centred">
        <h1>{words.say('continue_title')}</h1>
        <p id="waiting" role="status">
          {words.say('continue_wait')}
        </p>
        <p>
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
