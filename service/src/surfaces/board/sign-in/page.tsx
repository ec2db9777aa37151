import { Page } from '../shared/layout.tsx'
import { Picture } from '../shared/notice-page.tsx'
import { SignInForm } from '../shared/sign-in-sheet.tsx'
import type { View } from '../shared/view.ts'

/** Its script first removes the token from the address, then sends it. */
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
