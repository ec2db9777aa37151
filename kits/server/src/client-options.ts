import { checkTransport, optionInvalid, type TransportOptions } from '../../transport/src/options.ts'

export interface ServerClientOptions extends TransportOptions {
  /** A secret key of the project, `svc_sk_…`, with the scopes that the calls need. It stays on your server. */
  readonly secretKey: string
}

/** Refuses wrong options at once, so that a backend which starts can also call. No message repeats a key. */
export function checkClientOptions(options: ServerClientOptions) {
  const { secretKey } = options
  // An address copied from a browser ends with a slash, which an origin does not have.
  const apiOrigin = String(options.apiOrigin).replace(/\/$/, '')
  if ('document' in globalThis) {
    throw optionInvalid('This is a page, and whoever visits it can read the secret key: use @feedback-board/app here.')
  }
  if (/^svc_pk_/.test(secretKey)) {
    throw optionInvalid('secretKey is the publishable key, which is for apps: pass a secret key, svc_sk_…')
  }
  if (typeof secretKey !== 'string' || !/^svc_sk_\w+$/.test(secretKey)) {
    throw optionInvalid('secretKey must be a secret key, svc_sk_…, with nothing around it.')
  }
  const transport = checkTransport({ ...options, apiOrigin }, 'The service is out of reach, or apiOrigin is wrong.')
  return { ...transport, secretKey }
}
