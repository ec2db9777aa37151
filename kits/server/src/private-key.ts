import { fromBase64 } from './base64url.ts'
import { SigningError } from './signing-error.ts'

/** `CryptoKey`, named so that a client with Node's types and without the browser's has it too. */
export type WebCryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A PKCS#8 PEM, or a key that WebCrypto already holds. */
export type PrivateKey = string | WebCryptoKey

const PKCS8_PEM = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/
/** DER of the object identifiers id-ecPublicKey and prime256v1, as they follow each other in a PKCS#8 key. */
const P256_OIDS = '06072a8648ce3d020106082a8648ce3d030107'
const MAKE_ONE = 'Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem'

const importedKeys = new Map<string, Promise<WebCryptoKey>>()

/** Checks a key as far as possible without using it, so that a wrong key stops a backend at its start. */
export function checkPrivateKey(privateKey: PrivateKey): void {
  if (typeof privateKey === 'string') derOf(privateKey)
  else checkCryptoKey(privateKey)
}

/** A PEM is imported once; later calls share the key. */
export function signingKeyOf(privateKey: PrivateKey): Promise<WebCryptoKey> | WebCryptoKey {
  if (typeof privateKey !== 'string') return checkCryptoKey(privateKey)
  const known = importedKeys.get(privateKey)
  if (known) return known
  const imported = importPem(privateKey)
  importedKeys.set(privateKey, imported)
  imported.catch(() => importedKeys.delete(privateKey))
  return imported
}

async function importPem(pem: string): Promise<WebCryptoKey> {
  const der = derOf(pem)
  try {
    return await crypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  } catch (cause) {
    throw refusal(`privateKey is damaged: it cannot be read as an ECDSA P-256 key. ${MAKE_ONE}`, cause)
  }
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const lines = pem.replace(/\\r|\\n/g, '\n') // an environment variable often holds each line break as two characters
  const base64 = PKCS8_PEM.exec(lines)?.[1]
  if (base64 === undefined) throw refusal(whatItIs(pem))
  const der = decode(base64)
  const hex = Array.from(der, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!hex.includes(P256_OIDS)) throw refusal(`privateKey is not an ECDSA P-256 key. ${MAKE_ONE}`)
  return der
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64)
  } catch (cause) {
    throw refusal('privateKey is damaged: between its BEGIN and END lines it is not base64.', cause)
  }
}

function whatItIs(text: string): string {
  if (text.includes('BEGIN EC PRIVATE KEY')) {
    return (
      'privateKey is in the SEC 1 format ("BEGIN EC PRIVATE KEY"); it must be PKCS#8. ' +
      'Convert it with: openssl pkcs8 -topk8 -nocrypt -in key.pem -out sign-in-key.pem'
    )
  }
  if (text.includes('BEGIN ENCRYPTED PRIVATE KEY')) {
    return 'privateKey is encrypted. Decrypt it with: openssl pkcs8 -topk8 -nocrypt -in key.pem -out sign-in-key.pem'
  }
  if (text.includes('BEGIN RSA PRIVATE KEY')) return `privateKey is an RSA key; it must be ECDSA P-256. ${MAKE_ONE}`
  if (text.includes('BEGIN PUBLIC KEY')) return 'privateKey is a public key; the private one signs.'
  return 'privateKey must be the text of a PKCS#8 PEM ("-----BEGIN PRIVATE KEY-----" to "-----END PRIVATE KEY-----"), not the path of a file.'
}

function checkCryptoKey(key: WebCryptoKey): WebCryptoKey {
  if (typeof key !== 'object' || key === null) throw refusal('privateKey must be a PKCS#8 PEM or a CryptoKey.')
  if (key.type !== 'private') throw refusal('privateKey must be the private CryptoKey of the pair.')
  const { name, namedCurve } = key.algorithm as EcKeyAlgorithm // undefined for other algorithms
  if (name !== 'ECDSA' || namedCurve !== 'P-256') throw refusal(`privateKey is not an ECDSA P-256 key. ${MAKE_ONE}`)
  if (!key.usages.includes('sign')) throw refusal('privateKey was imported without the usage "sign".')
  return key
}

function refusal(message: string, cause?: unknown): SigningError {
  return new SigningError('private_key_invalid', message, cause)
}
