import { PlainPage } from '../shared/layout.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { View } from '../shared/view.ts'

const COMMAND = 'npx svc operator link you@example.com'

/** The entrance page. The script puts the code of a link from behind the # into the field; the link is used only by the click. */
export function EnterPage({ view, code = '' }: { view: View; code?: string }) {
  return (
    <PlainPage view={view} title={view.words.say('entering_enter')} scripts={['enter.js']}>
      <div class="door" data-door="">
        <h1>{view.words.say('entering_enter_title')}</h1>
        <p
          class="lead"
          id="invitation"
          data-invited={view.words.say('entering_invited')}
          data-for={view.words.say('entering_link_for')}
          data-enter-as={view.words.say('entering_enter_as')}
        >
          {view.words.say('entering_enter_why')}
        </p>
        <p id="passkey-door">
          <button
            class="button main large"
            type="button"
            data-passkey="enter"
            data-closed={view.words.say('entering_not_used')}
            hidden
          >
            {view.words.say('entering_use_passkey')}
          </button>
        </p>
        <form method="post" action="/console/enter" class="stack">
          <label for="code">{view.words.say('entering_code')}</label>
          <input id="code" name="code" value={code} required autocomplete="off" spellcheck={false} />
          <p class="soft">{view.words.say('entering_code_why')}</p>
          <pre>{COMMAND}</pre>
          <p>
            <button class="button" type="submit">
              {view.words.say('entering_use_link')}
            </button>
          </p>
        </form>
      </div>
    </PlainPage>
  )
}

/** Shown before a sensitive action, if the sign-in is too old. */
export function ConfirmPage({ view, returnTo, hasPasskey }: { view: View; returnTo: string; hasPasskey: boolean }) {
  return (
    <PlainPage view={view} title={view.words.say('entering_confirm')} scripts={['enter.js']}>
      <div class="door">
        <h1>{view.words.say('entering_confirm_title')}</h1>
        <p class="lead">{view.words.say('entering_confirm_why')}</p>
        {hasPasskey ? (
          <p>
            <button
              class="button main large"
              type="button"
              data-passkey="confirm"
              data-closed={view.words.say('entering_not_used')}
              data-return-to={returnTo}
            >
              {view.words.say('entering_use_passkey')}
            </button>
          </p>
        ) : (
          <>
            <p>{view.words.say('entering_confirm_by_link')}</p>
            <pre>npx svc operator link {view.operator?.id}</pre>
            <p class="soft">
              <Sentence
                view={view}
                of="entering_add_passkey"
                with={{ link: (text) => <a href="/console/me">{text}</a> }}
              />
            </p>
          </>
        )}
        <p>
          <a href={returnTo}>{view.words.say('entering_back')}</a>
        </p>
      </div>
    </PlainPage>
  )
}

export function ProblemPage({ view, title, text, code }: { view: View; title: string; text: string; code?: string }) {
  return (
    <PlainPage view={view} title={title}>
      <div class="door">
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        {code && <p class="soft">{view.words.say('entering_problem_code', { code })}</p>}
        <p>
          <a class="button" href="/console">
            {view.words.say('entering_to_console')}
          </a>
        </p>
      </div>
    </PlainPage>
  )
}
