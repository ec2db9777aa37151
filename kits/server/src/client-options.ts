import { checkedTransport, optionInvalid, type TransportOptions } from '../../transport/src/options.ts'

export interface ServerClientOptions extends TransportOptions {
  /** A secret key of the project, `svc_sk_…`, with the scopes that the calls need. It stays on your server. */
  readonly secretKey: string
}

/** Refuses wrong options at once, so that a backend which starts can also call. No message repeats a key. */
export function checkedClientOptions(options: ServerClientOptions) {
  const { secretKey } = options
  if ('document' in globalThis) {
    throw optionInvalid('This is a page, and whoever visits it can read the secret key: use @feedback-board/app here.')
  }
  if (/^svc_pk_/.test(secretKey)) {
    throw optionInvalid('secretKey is the publishable key, which is for apps: pass a secret key, svc_sk_…')
  }
  if (typeof secretKey !== 'string' || !/^svc_sk_\w+$/.test(secretKey)) {
    throw optionInvalid('secretKey must be a secret key, svc_sk_…, with nothing around it.')
  }
  return { ...checkedTransport(options, 'The service is out of reach, or apiOrigin is wrong.'), secretKey }
}
