import type { Settings } from '../loader/options.ts'

/*
 * Words for whoever builds the page, in their console. Visitors see none of it, and nobody loads it while all is well.
 */

/** What is wrong with the options. */
export function faultOf({ projectKey, getToken }: Settings): string {
  if (/^svc_sk_/.test(`${projectKey}`)) {
    return 'projectKey is a SECRET key. It is public now: revoke it in the console, and use the publishable one (svc_pk_…).'
  }
  if (getToken !== undefined && typeof getToken !== 'function') return 'getToken must be a function.'
  return 'projectKey must be the project’s publishable key (svc_pk_…).'
}

/** A browser does not tell a script why it withholds an answer; whether the service is there at all tells half of it. */
export async function explain({ apiOrigin, fetch }: Settings): Promise<string> {
  try {
    await fetch(`${apiOrigin}/widget.js`, { mode: 'no-cors', cache: 'no-store' })
  } catch {
    return `${apiOrigin} cannot be reached: offline, or this page’s Content-Security-Policy lacks it in connect-src.`
  }
  return `${apiOrigin} does not answer pages of ${location.origin} for this projectKey. Add exactly this origin to the project’s allowed origins (console, Settings), and check the key.`
}
