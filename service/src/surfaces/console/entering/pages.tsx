import { PlainPage } from '../shared/layout.tsx'
import type { View } from '../shared/view.ts'

const COMMAND = 'npx svc operator link you@example.com'

/** The entrance page. The script puts the code of a link from behind the # into the field; the link is used only by the click. */
export function EnterPage({ view, code = '' }: { view: View; code?: string }) {
  return (
    <PlainPage view={view} title="Enter" scripts={['enter.js']}>
      <div class="door" data-door="">
        <h1>Enter the console</h1>
        <p class="lead" id="invitation">
          Use a passkey, or a link that was made for you.
        </p>
        <p id="passkey-door">
          <button class="button main large" type="button" data-passkey="enter" hidden>
            Use a passkey
          </button>
        </p>
        <form method="post" action="/console/enter" class="stack">
          <label for="code">One-time link or code</label>
          <input id="code" name="code" value={code} required autocomplete="off" spellcheck={false} />
          <p class="soft">It works once, for 15 minutes. The people who run this service can make one:</p>
          <pre>{COMMAND}</pre>
          <p>
            <button class="button" type="submit">
              Sign in with the link
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
    <PlainPage view={view} title="Confirm" scripts={['enter.js']}>
      <div class="door">
        <h1>Confirm that it is you</h1>
        <p class="lead">
          You signed in more than 15 minutes ago, or somebody ended your sessions in this project. Keys, secrets, bans,
          erasures, who has access, the sign-in URL, the board’s address and opening a private board need a recent
          sign-in.
        </p>
        {hasPasskey ? (
          <p>
            <button class="button main large" type="button" data-passkey="confirm" data-return-to={returnTo}>
              Use a passkey
            </button>
          </p>
        ) : (
          <>
            <p>
              You have no passkey yet. The people who run this service can make a link for you; it does not change your
              rights. Open it in this browser:
            </p>
            <pre>npx svc operator link {view.operator?.id}</pre>
            <p class="soft">
              Then add a passkey under <a href="/console/me">My account</a>, and this takes a second.
            </p>
          </>
        )}
        <p>
          <a href={returnTo}>Back</a>
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
        {code && <p class="soft">Code: {code}</p>}
        <p>
          <a class="button" href="/console">
            To the console
          </a>
        </p>
      </div>
    </PlainPage>
  )
}
