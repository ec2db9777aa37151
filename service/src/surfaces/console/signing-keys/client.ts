// Key pairs are made only here: the private key is shown, copied and downloaded, and is never part of a request.
import { find, need } from '../../../../../ui/elements.ts'
import type { confirmationRequired, operatorRequired } from '../../../domain/operators/index.ts'
import { postJson } from '../shared/client-request.ts'

type DoorCode = typeof confirmationRequired.code | typeof operatorRequired.code

/**
 * The errors that ask the operator to sign in or confirm first, each with its part of the page. Both open in another tab, because only this one has
 * the key.
 */
const DOORS: Readonly<Record<DoorCode, { readonly part: string; readonly says: string }>> = {
  confirmation_required: { part: 'confirm', says: 'saysConfirm' },
  operator_required: { part: 'enter', says: 'saysEnter' },
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const PRIVATE_TEXT =
  /private key|(?:^|[{,\s"'“”‘’])(?:d|p|q|dp|dq|qi|oth|k)["'“”‘’]?\s*[:=]\s*["'“”‘’]?[\w+/=-]{16,}|\b(?:MIG[A-Za-z0-9]AgEA|M[A-Za-z0-9]{2}CAQEE)/i

const maker = find('[data-key-maker]', HTMLElement)
if (maker) {
  makeKeys(maker)
  stopPrivateKeys(maker)
}

function partOf(maker: HTMLElement, name: string): HTMLElement {
  return need(`[data-${name}]`, HTMLElement, maker)
}

function makeKeys(maker: HTMLElement): void {
  const part = (name: string) => partOf(maker, name)
  const [makeButton, fault, made, register] = [part('make'), part('fault'), part('made'), part('register')]
  const field = need('#private_key', HTMLTextAreaElement)
  let publicJwk: object | undefined
  let address: string | undefined

  const words = maker.dataset
  const say = (text = '') => {
    fault.textContent = text
    fault.hidden = text === ''
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
    if (!address) return
    const link = document.createElement('a')
    link.href = address
    link.download = 'sign-in-key.pem'
    link.click()
  }

  const send = async () => {
    say('')
    register.setAttribute('aria-busy', 'true')
    try {
      const { keyMaker: path = '', formId } = maker.dataset
      const { ok, body } = await postJson<{ readonly to: string }>(path, { jwk: publicJwk, form_id: formId })
      if (ok) {
        forget()
        publicJwk = undefined
        return location.assign(body.to)
      }
      say(`${body.title} ${body.detail}`)
      for (const [code, door] of Object.entries(DOORS)) {
        part(door.part).hidden = code !== body.code
        if (code === body.code) say(words[door.says])
      }
    } catch {
      say(words.saysNotSent)
    }
    register.removeAttribute('aria-busy')
  }

  if (!globalThis.crypto?.subtle) {
    say(words.saysNoCrypto)
    return
  }
  makeButton.hidden = false
  makeButton.addEventListener('click', () => make().catch(() => say(words.saysNotMade)))
  register.addEventListener('click', send)
  part('download').addEventListener('click', save)
  window.addEventListener('pagehide', forget)
  window.addEventListener('beforeunload', (event) => {
    if (publicJwk) event.preventDefault() // it was made and not registered yet, and exists nowhere else
  })
}

function pemOf(der: ArrayBuffer): string {
  const text = btoa(Array.from(new Uint8Array(der), (byte) => String.fromCharCode(byte)).join(''))
  return ['-----BEGIN PRIVATE KEY-----', ...(text.match(/.{1,64}/g) ?? []), '-----END PRIVATE KEY-----', ''].join('\n')
}

/** Stops a private key before it is sent, whatever is around it. */
function stopPrivateKeys(maker: HTMLElement): void {
  const upload = need('[name=jwk]', HTMLTextAreaElement, maker)
  const burnt = partOf(maker, 'burnt')
  const check = (event: Event) => {
    if (!holdsPrivateKey(upload.value)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    upload.value = ''
    partOf(maker, 'burnt-how').textContent = maker.dataset.saysStopped ?? ''
    burnt.hidden = false
    burnt.scrollIntoView({ block: 'nearest' })
  }
  need('form', HTMLFormElement, maker).addEventListener('submit', check)
  upload.addEventListener('input', check)
}

function holdsPrivateKey(text: string): boolean {
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
