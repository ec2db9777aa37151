import { KID_PATTERN, Kid } from '../../../domain/signing-keys/index.ts'
import { Field, Form } from '../shared/pieces.tsx'
import type { View } from '../shared/view.ts'

interface KeyMakerProps {
  readonly view: View
  readonly action: string
  /** What was typed before it was refused. */
  readonly typed?: string | undefined
  readonly isBurnt?: boolean | undefined
}

/** Makes a key pair in the browser and sends only the public key, or takes a public key that was made elsewhere. */
export function KeyMaker({ view, action, typed, isBurnt }: KeyMakerProps) {
  return (
    <div data-key-maker={action} data-form-id={view.formId}>
      <BurntKey isShown={isBurnt ?? false} />
      <div class="ways">
        <MakeHere />
        <Upload view={view} action={action} typed={typed} />
      </div>
    </div>
  )
}

function MakeHere() {
  return (
    <div class="card">
      <h3>Make a key pair here</h3>
      <p>Your browser makes it. You keep the private key; only the public key is sent. We never see the private key.</p>
      <noscript>
        <p class="notice fault">
          This needs JavaScript. Without it, make the pair with openssl and paste the public key.
        </p>
      </noscript>
      <p>
        <button class="button main" type="button" data-make hidden>
          Make a key pair
        </button>
      </p>
      <p class="notice fault" role="alert" data-fault hidden />
      <div class="made" data-made hidden>
        <p class="notice">
          <b>Save the private key now.</b> It is only on this page and cannot be shown again. Keep it where you keep
          your database password: not in an app, not in a repository.
        </p>
        <div class="field">
          <label for="private_key">Private key (PKCS#8 PEM)</label>
          <textarea id="private_key" rows={6} readonly autocomplete="off" spellcheck={false} class="code" />
        </div>
        <div class="row">
          <button class="button" type="button" data-copy="private_key">
            Copy
          </button>
          <button class="button" type="button" data-download>
            Download sign-in-key.pem
          </button>
        </div>
        <p>
          <button class="button main" type="button" data-register>
            I saved it: register the public key
          </button>{' '}
          <a
            class="button"
            data-confirm
            hidden
            target="_blank"
            href="/console/confirm?return_to=/console/me"
            rel="noopener"
          >
            Confirm in a new tab
          </a>
          <a class="button" data-enter hidden target="_blank" href="/console/enter" rel="noopener">
            Sign in again in a new tab
          </a>
        </p>
      </div>
    </div>
  )
}

function Upload({ view, action, typed }: KeyMakerProps) {
  return (
    <div class="card">
      <h3>Upload a public JWK</h3>
      <p>For a pair that you made yourself: ECDSA on the curve P-256, only the public key.</p>
      <Form view={view} action={action} class="stack flat">
        <Field
          name="jwk"
          label="Public JWK, or public key in PEM"
          rows={5}
          value={typed}
          required
          placeholder='{"kty":"EC","crv":"P-256","x":"…","y":"…"}'
          autocomplete="off"
        />
        <Field
          name="kid"
          label="Key id (optional)"
          maxlength={Kid.maxLength}
          pattern={KID_PATTERN}
          hint="If empty: the kid inside the JWK, or the key’s thumbprint."
          autocomplete="off"
        />
        <p>
          <button class="button" type="submit">
            Register it
          </button>
        </p>
      </Form>
      <details>
        <summary>How to make a pair with openssl</summary>
        <pre tabindex={0}>
          {'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem\n'}
          {'openssl pkey -in sign-in-key.pem -pubout'}
        </pre>
        <p class="soft">Keep the file; paste what the second command prints.</p>
      </details>
    </div>
  )
}

/** The script shows it too, before anything is sent; then its first sentence is another. */
function BurntKey({ isShown }: { isShown: boolean }) {
  return (
    <div class="card bad" role="alert" data-burnt hidden={!isShown}>
      <h3>This private key is compromised</h3>
      <p data-burnt-how>It was sent to us. We refused it, and did not store or log it.</p>
      <ol class="numbered">
        <li>Do not sign with it again: a private key that was in a web form is no longer private.</li>
        <li>If its public key is registered, here or anywhere else, revoke that key now.</li>
        <li>Make a new pair, and give us only the public key.</li>
      </ol>
    </div>
  )
}
