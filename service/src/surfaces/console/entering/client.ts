// The entrance of the console: puts the code behind the # into its field, and opens the browser's dialogue for passkeys.
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { find, findAll, need } from '../../../../../ui/elements.ts'
import { failureText, fillIn, postJson } from '../shared/client-request.ts'

interface Invitation {
  readonly email: string
  readonly project: string | null
  readonly role: string | null
}

async function send<Body>(path: string, members: object): Promise<Body> {
  const { ok, body } = await postJson<Body>(path, members)
  if (!ok) throw new Error(body.title)
  return body
}

function sayFault(text: string): void {
  let place = find('.notice.fault', HTMLElement)
  if (!place) {
    place = document.createElement('p')
    place.className = 'notice fault'
    place.setAttribute('role', 'alert')
    need('#content', HTMLElement).prepend(place)
  }
  place.textContent = text
}

/** The code of a link is behind the #. It leaves the address at once and waits in its field. */
function takeCode(): void {
  const code = location.hash.slice(1)
  const field = find('#code', HTMLInputElement)
  if (!code || !field) return
  history.replaceState(null, '', location.pathname)
  field.value = code
  send<Invitation>('/console/enter/peek', { code })
    .then(({ email, project, role }) => {
      find('.notice.fault', HTMLElement)?.remove()
      const invitation = need('#invitation', HTMLElement)
      const { invited, for: forWhom, enterAs } = invitation.dataset
      invitation.textContent = project ? fillIn(invited, { project, role: role ?? '' }) : fillIn(forWhom, { email })
      const button = need('button', HTMLButtonElement, field.form ?? document)
      button.textContent = fillIn(enterAs, { email })
      button.classList.add('main')
      need('#passkey-door', HTMLElement).hidden = !project
    })
    .catch((error) => sayFault(error.message))
}

takeCode()
addEventListener('hashchange', takeCode) // a link that is pasted into the address of this page loads nothing

// If the form of the page waits for the passkey, the form is sent again; otherwise the page that asked is shown again.
for (const button of browserSupportsWebAuthn() ? findAll('[data-passkey]', HTMLButtonElement) : []) {
  const { passkey, returnTo, thenSend, closed = '' } = button.dataset
  const path = passkey === 'confirm' ? '/console/confirm' : '/console/enter/passkey'
  button.hidden = false
  button.addEventListener('click', async () => {
    button.setAttribute('aria-busy', 'true')
    try {
      const optionsJSON = await send<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`, {})
      const response = await startAuthentication({ optionsJSON })
      const { to } = await send<{ readonly to: string }>(path, { response, return_to: returnTo })
      const form = thenSend && find(`#${thenSend}`, HTMLFormElement)
      if (form) form.requestSubmit()
      else location.assign(to)
    } catch (error) {
      sayFault(failureText(error, closed))
      button.removeAttribute('aria-busy')
    }
  })
}
