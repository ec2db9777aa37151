// Key pairs are made here and nowhere else: the private half is shown, copied and downloaded, and never part of any request.
;(() => {
  const maker = document.querySelector('[data-key-maker]')
  if (!maker) return
  const part = (name) => maker.querySelector(`[data-${name}]`)
  const [makeButton, fault, made, register, download, burnt] = [
    'make',
    'fault',
    'made',
    'register',
    'download',
    'burnt',
  ].map(part)
  const field = document.getElementById('private_key')
  let publicJwk
  let address

  const say = (text) => {
    fault.textContent = text
    fault.hidden = text === ''
  }

  const pemOf = (der) => {
    const text = btoa(Array.from(new Uint8Array(der), (byte) => String.fromCharCode(byte)).join(''))
    return ['-----BEGIN PRIVATE KEY-----', ...text.match(/.{1,64}/g), '-----END PRIVATE KEY-----', ''].join('\n')
  }

  const forget = () => {
    field.value = ''
    if (address) URL.revokeObjectURL(address)
    address = undefined
  }

  const make = async () => {
    say('')
    forget()
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    publicJwk = { kty, crv, x, y }
    const pem = pemOf(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
    field.value = pem
    address = URL.createObjectURL(new Blob([pem], { type: 'application/x-pem-file' }))
    made.hidden = false
    makeButton.hidden = true
    field.focus()
  }

  const save = () => {
    const link = document.createElement('a')
    link.href = address
    link.download = 'sign-in-key.pem'
    link.click()
  }

  // Both open in another tab: the key is in this one alone.
  const DOORS = {
    confirmation_required: {
      part: 'confirm',
      words: 'Confirm that it is you, then press the button again. The key stays here.',
    },
    operator_required: {
      part: 'enter',
      words: 'You are signed out. Enter again in a new tab, then press the button again. The key stays here.',
    },
  }

  const send = async () => {
    say('')
    register.setAttribute('aria-busy', 'true')
    try {
      const answer = await fetch(maker.dataset.keyMaker, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ jwk: publicJwk, form_id: maker.dataset.formId }),
      })
      const body = await answer.json()
      if (answer.ok) {
        forget()
        publicJwk = undefined
        return location.assign(body.to)
      }
      const door = DOORS[body.code]
      for (const [code, { part: name }] of Object.entries(DOORS)) part(name).hidden = code !== body.code
      say(door ? door.words : `${body.title} ${body.detail}`)
    } catch {
      say('That did not get through. The key is still here: try again.')
    }
    register.removeAttribute('aria-busy')
  }

  if (globalThis.crypto?.subtle) {
    makeButton.hidden = false
    makeButton.addEventListener('click', () => make().catch(() => say('Your browser could not make a key pair.')))
    register.addEventListener('click', send)
    download.addEventListener('click', save)
    window.addEventListener('pagehide', forget)
    window.addEventListener('beforeunload', (event) => {
      if (publicJwk) event.preventDefault() // made, and not registered yet: it is nowhere else
    })
  } else {
    say('Browsers make keys on https (or localhost) only. Make the pair with openssl and paste its public half.')
  }

  // A private key is stopped before it is sent, whatever is around it.
  const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
  const PRIVATE_TEXT =
    /private key|(?:^|[{,\s"'“”‘’])(?:d|p|q|dp|dq|qi|oth|k)["'“”‘’]?\s*[:=]\s*["'“”‘’]?[\w+/=-]{16,}|\b(?:MIG[A-Za-z0-9]AgEA|M[A-Za-z0-9]{2}CAQEE)/i
  const holdsPrivateKey = (text) => {
    if (PRIVATE_TEXT.test(text)) return true
    let isFound = false
    try {
      JSON.parse(text, (name, value) => {
        if (PRIVATE.includes(name)) isFound = true
        return value
      })
    } catch {} // not whole yet, or no JSON
    return isFound
  }
  const form = maker.querySelector('form')
  const check = (event) => {
    const upload = form.elements.jwk
    if (!holdsPrivateKey(upload.value)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    upload.value = ''
    part('burnt-how').textContent =
      'It was not sent: this page stopped it and emptied the field. But it has been in a web page and on your clipboard.'
    burnt.hidden = false
    burnt.scrollIntoView({ block: 'nearest' })
  }
  form.addEventListener('submit', check)
  form.elements.jwk.addEventListener('input', check)
})()
