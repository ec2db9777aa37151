import { KID_PATTERN, Kid } from '../../../domain/signing-keys/index.ts'
import { Field, Form } from '../shared/pieces.tsx'
import { Sentence } from '../shared/sentence.tsx'
import type { View } from '../shared/view.ts'

interface KeyMakerProps {
  readonly view: View
  readonly action: string
  /** The text that was typed before it was refused. */
  readonly typed?: string | undefined
  readonly isBurnt?: boolean | undefined
}

/** Makes a key pair in the browser and sends only the public key, or takes a public key that was made elsewhere. */
export function KeyMaker({ view, action, typed, isBurnt }: KeyMakerProps) {
  return (
    <div
      data-key-maker={action}
      data-form-id={view.formId}
      data-says-confirm={view.words.say('signing_keys_door_confirm')}
      data-says-enter={view.words.say('signing_keys_door_enter')}
      data-says-not-sent={view.words.say('signing_keys_not_sent')}
      data-says-no-crypto={view.words.say('signing_keys_no_crypto')}
      data-says-not-made={view.words.say('signing_keys_not_made')}
      data-says-stopped={view.words.say('signing_keys_burnt_stopped')}
    >
      <BurntKey view={view} isShown={isBurnt ?? false} />
      <div class="ways">
        <MakeHere view={view} />
        <Upload view={view} action={action} typed={typed} />
      </div>
    </div>
  )
}

function MakeHere({ view }: { view: View }) {
  return (
    <div class="card">
      <h3>{view.words.say('signing_keys_make')}</h3>
      <p>{view.words.say('signing_keys_make_why')}</p>
      <noscript>
        <p class="notice fault">{view.words.say('signing_keys_no_script')}</p>
      </noscript>
      <p>
        <button class="button main" type="button" data-make hidden>
          {view.words.say('signing_keys_make_yes')}
        </button>
      </p>
      <p class="notice fault" role="alert" data-fault hidden />
      <div class="made" data-made hidden>
        <p class="notice">
          <Sentence view={view} of="signing_keys_save_now" />
        </p>
        <div class="field">
          <label for="private_key">{view.words.say('signing_keys_private')}</label>
          <textarea id="private_key" rows={6} readonly autocomplete="off" spellcheck={false} class="code" />
        </div>
        <div class="row">
          <button class="button" type="button" data-copy="private_key">
            {view.words.say('shared_copy')}
          </button>
          <button class="button" type="button" data-download>
            {view.words.say('signing_keys_download')}
          </button>
        </div>
        <p>
          <button class="button main" type="button" data-register>
            {view.words.say('signing_keys_register')}
          </button>{' '}
          <a
            class="button"
            data-confirm
            hidden
            target="_blank"
            href="/console/confirm?return_to=/console/me"
            rel="noopener"
          >
            {view.words.say('signing_keys_confirm_tab')}
          </a>
          <a class="button" data-enter hidden target="_blank" href="/console/enter" rel="noopener">
            {view.words.say('signing_keys_enter_tab')}
          </a>
        </p>
      </div>
    </div>
  )
}

function Upload({ view, action, typed }: KeyMakerProps) {
  return (
    <div class="card">
      <h3>{view.words.say('signing_keys_upload')}</h3>
      <p>{view.words.say('signing_keys_upload_why')}</p>
      <Form view={view} action={action} class="stack flat">
        <Field
          name="jwk"
          label={view.words.say('signing_keys_jwk')}
          rows={5}
          value={typed}
          required
          placeholder='{"kty":"EC","crv":"P-256","x":"…","y":"…"}'
          autocomplete="off"
        />
        <Field
          name="kid"
          label={view.words.say('signing_keys_kid')}
          maxlength={Kid.maxLength}
          pattern={KID_PATTERN}
          hint={view.words.say('signing_keys_kid_why')}
          autocomplete="off"
        />
        <p>
          <button class="button" type="submit">
            {view.words.say('signing_keys_upload_yes')}
          </button>
        </p>
      </Form>
      <details>
        <summary>{view.words.say('signing_keys_openssl')}</summary>
        <pre tabindex={0}>
          {'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem\n'}
          {'openssl pkey -in sign-in-key.pem -pubout'}
        </pre>
        <p class="soft">{view.words.say('signing_keys_openssl_why')}</p>
      </details>
    </div>
  )
}

/** The script shows it too, before anything is sent; its first sentence is then different. */
function BurntKey({ view, isShown }: { view: View; isShown: boolean }) {
  return (
    <div class="card bad" role="alert" data-burnt hidden={!isShown}>
      <h3>{view.words.say('signing_keys_burnt')}</h3>
      <p data-burnt-how>{view.words.say('signing_keys_burnt_sent')}</p>
      <ol class="numbered">
        <li>{view.words.say('signing_keys_burnt_1')}</li>
        <li>{view.words.say('signing_keys_burnt_2')}</li>
        <li>{view.words.say('signing_keys_burnt_3')}</li>
      </ol>
    </div>
  )
}
