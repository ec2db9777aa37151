import type { Settings } from '../loader/options.ts'

/*
 * Messages for the developer of the page, in the browser's console. Visitors do not see them, and they are loaded only when something is wrong.
 */

/** The fault of the options. */
export function faultOf({ projectKey, getToken }: Settings): string {
  if (/^svc_sk_/.test(`${projectKey}`)) {
    return 'projectKey is a SECRET key. It is public now: revoke it in the console, and use the publishable one (svc_pk_…).'
  }
  if (getToken !== undefined && typeof getToken !== 'function') return 'getToken must be a function.'
  return 'projectKey must be the project’s publishable key (svc_pk_…).'
}

/** Why the service does not answer, or why nobody could be signed in. */
export async function explain(settings: Settings, cause?: unknown): Promise<string> {
  const { code = '', cause: inner } = (cause ?? {}) as { code?: string; cause?: unknown }
  if (code === 'token_unavailable')
    return `nobody could be signed in: ${await faultOfTokenSource(settings, cause, inner)}`
  if (/^token_|^signing_key_/.test(code)) {
    return `nobody could be signed in: the service refused the sign-in token (${code}). The reason is in the sign-in log of your project, at ${settings.apiOrigin}/console; what to do: ${settings.apiOrigin}/docs/errors#${code}`
  }
  return cause === undefined || code === '' || code === 'network_error'
    ? faultOfWay(settings)
    : `nobody could be signed in (${code}).`
}

/** A browser does not tell a script why it withholds an answer; whether the service can be reached at all is half of the reason. */
async function faultOfWay({ apiOrigin, fetch }: Settings): Promise<string> {
  const way = await tryWay(() => fetch(`${apiOrigin}/widget.js`, { mode: 'no-cors', cache: 'no-store' }))
  if (way === 'forbidden') {
    return `${apiOrigin} cannot be called: this page’s Content-Security-Policy lacks it in connect-src.`
  }
  if (way === 'failed')
    return `${apiOrigin} cannot be reached: the service or this browser is offline, or a blocker is in the way.`
  return `${apiOrigin} does not answer pages of ${location.origin} for this projectKey. Add exactly this origin to the project’s allowed origins (console, Settings), and check the key.`
}

const RULE =
  'For guests it must answer 401, not a redirect to a sign-in page; for whoever is signed in, 200 and JSON: {"token": "…"}.'

/** Why getToken gave nothing. Its own error says what broke, and the browser’s record of requests says how the endpoint answered. */
async function faultOfTokenSource(settings: Settings, error: unknown, cause: unknown): Promise<string> {
  const { name = '', message = '' } = (cause ?? {}) as Partial<Error>
  const seen = lastRequest(settings)
  if (name === 'SyntaxError') {
    return seen?.isRedirected
      ? `the token endpoint ${seen.url} redirects, most likely to a sign-in page. ${RULE}`
      : `the token endpoint${seen ? ` ${seen.url}` : ''} did not answer with JSON, but most likely with the HTML of a sign-in page. ${RULE}`
  }
  if (name === 'TypeError' && /fetch|network|load/i.test(message)) return faultOfFetch(settings)
  if (cause) return `getToken threw ${name}: ${message}`
  if (/within/.test(`${error}`)) return 'getToken did not answer in time.'
  return `getToken answered with no token${seen?.status ? `; the last request of this page, ${seen.url}, was answered with ${seen.status}` : ''}. ${RULE}`
}

/** A failed fetch has no answer at all. Whether the page may call its own origin shows whether its policy is the reason. */
async function faultOfFetch({ fetch }: Settings): Promise<string> {
  const way = await tryWay(() => fetch(location.origin, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }))
  if (way === 'forbidden') {
    return "the token endpoint cannot be asked: this page’s Content-Security-Policy lacks it in connect-src ('self' for your own origin)."
  }
  return `the token endpoint gave no answer that this page may read: it is down, this page’s Content-Security-Policy lacks it in connect-src, it is on another origin that does not allow this page (CORS), or it redirects to one. ${RULE}`
}

/** Whether a request is answered, fails, or is forbidden by the policy of the page. */
async function tryWay(ask: () => Promise<unknown>): Promise<'open' | 'failed' | 'forbidden'> {
  const blocked: string[] = []
  const note = ({ effectiveDirective }: SecurityPolicyViolationEvent) => blocked.push(effectiveDirective)
  document.addEventListener('securitypolicyviolation', note)
  const isOpen = await ask().then(
    () => true,
    () => false,
  )
  await new Promise((told) => setTimeout(told)) // the browser reports a violation in a later turn
  document.removeEventListener('securitypolicyviolation', note)
  if (blocked.includes('connect-src')) return 'forbidden'
  return isOpen ? 'open' : 'failed'
}

interface SeenRequest {
  readonly url: string
  readonly isRedirected: boolean
  readonly status: number | undefined
}

/** The page’s newest request that was not to the service. */
function lastRequest({ apiOrigin }: Settings): SeenRequest | undefined {
  let last: PerformanceResourceTiming | undefined
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    const isAsked = entry.initiatorType === 'fetch' || entry.initiatorType === 'xmlhttprequest'
    if (isAsked && !entry.name.startsWith(`${apiOrigin}/`)) last = entry
  }
  return (
    last && { url: last.name.split('?', 1)[0] ?? '', isRedirected: last.redirectStart > 0, status: last.responseStatus }
  )
}
