// The door of the console: the code behind the # goes into its field, and a passkey into the browser's own dialogue.
;(() => {
  const { startAuthentication, browserSupportsWebAuthn } = SimpleWebAuthnBrowser
  const send = async (path, members) => {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(members),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(body.title)
    return body
  }
  const fault = (text) => {
    let place = document.querySelector('.notice.fault')
    if (!place) {
      place = document.createElement('p')
      place.className = 'notice fault'
      place.setAttribute('role', 'alert')
      document.getElementById('content').prepend(place)
    }
    place.textContent = text
  }

  const code = location.hash.slice(1)
  const field = document.getElementById('code')
  if (code && field) {
    history.replaceState(null, '', location.pathname)
    field.value = code
    send('/console/enter/peek', { code })
      .then(({ email, project, role }) => {
        const place = document.getElementById('invitation')
        place.textContent = project ? `You are invited to ${project} as ${role}.` : `This link is for ${email}.`
        field.form.querySelector('button').textContent = `Enter as ${email}`
        field.form.querySelector('button').classList.add('main')
        document.getElementById('passkey-door').hidden = !project
      })
      .catch((error) => fault(error.message))
  }

  // On a page whose form waits for it, the form is sent again; otherwise the page that asked comes back.
  for (const button of document.querySelectorAll('[data-passkey]')) {
    if (!browserSupportsWebAuthn()) continue
    button.hidden = false
    const path = button.dataset.passkey === 'confirm' ? '/console/confirm' : '/console/enter/passkey'
    button.addEventListener('click', async () => {
      button.setAttribute('aria-busy', 'true')
      try {
        const optionsJSON = await send(`${path}/options`, {})
        const response = await startAuthentication({ optionsJSON })
        const { to } = await send(path, { response, return_to: button.dataset.returnTo })
        const form = document.getElementById(button.dataset.thenSend)
        if (form) form.requestSubmit()
        else location.assign(to)
      } catch (error) {
        fault(error.name === 'NotAllowedError' ? 'The passkey was not used.' : error.message)
        button.removeAttribute('aria-busy')
      }
    })
  }
})()
