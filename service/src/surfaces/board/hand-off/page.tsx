import { Page } from '../shared/layout.tsx'
import { ProjectMark } from '../shared/pieces.tsx'
import type { View } from '../shared/view.ts'

/** Shows who would be signed in; only the button uses the code. */
export function ContinuePage({ view, script }: { view: View; script: string }) {
  const { words } = view
  return (
    <Page view={view} facts={{ title: words.say('continue_title'), isIndexed: false, script }}>
      <div class="narrow centred">
        <ProjectMark view={view} isLarge />
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
