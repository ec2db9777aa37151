// Adds a passkey: the browser makes it, and only its public half is sent.
;(() => {
  const { startRegistration } = SimpleWebAuthnBrowser
  const button = document.querySelector('[data-add-passkey]')
  const fault = document.getElementById('passkey-fault')
  const send = async (path, members) => {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(members),
    })
    const body = await answer.json()
    if (answer.ok) return body
    if (body.code === 'confirmation_required') location.assign('/console/confirm?return_to=/console/me')
    throw new Error(body.title)
  }
  button?.addEventListener('click', async () => {
    fault.hidden = true
    button.setAttribute('aria-busy', 'true')
    try {
      const optionsJSON = await send('/console/me/passkeys/options', {})
      const response = await startRegistration({ optionsJSON })
      const { to } = await send('/console/me/passkeys', {
        response,
        name: document.getElementById('passkey_name').value,
      })
      location.assign(to)
    } catch (error) {
      fault.textContent = error.name === 'NotAllowedError' ? 'No passkey was made.' : error.message
      fault.hidden = false
      button.removeAttribute('aria-busy')
    }
  })
})()
