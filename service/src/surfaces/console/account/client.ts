// Adds a passkey: the browser makes it and sends only the public key.
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser'
import { find, need } from '../../../../../ui/elements.ts'
import type { confirmationRequired } from '../../../domain/operators/index.ts'
import { failureText, postJson } from '../shared/client-request.ts'

const CONFIRM: typeof confirmationRequired.code = 'confirmation_required'

async function send<Body>(path: string, members: object): Promise<Body> {
  const { ok, body } = await postJson<Body>(path, members)
  if (ok) return body
  if (body.code === CONFIRM) location.assign('/console/confirm?return_to=/console/me')
  throw new Error(body.title)
}

const button = find('[data-add-passkey]', HTMLButtonElement)
button?.addEventListener('click', async () => {
  const fault = need('#passkey-fault', HTMLElement)
  fault.hidden = true
  button.setAttribute('aria-busy', 'true')
  try {
    const optionsJSON = await send<PublicKeyCredentialCreationOptionsJSON>('/console/me/passkeys/options', {})
    const response = await startRegistration({ optionsJSON })
    const { value: name } = need('#passkey_name', HTMLInputElement)
    const { to } = await send<{ readonly to: string }>('/console/me/passkeys', { response, name })
    location.assign(to)
  } catch (error) {
    fault.textContent = failureText(error, fault.dataset.closed ?? '')
    fault.hidden = false
    button.removeAttribute('aria-busy')
  }
})
