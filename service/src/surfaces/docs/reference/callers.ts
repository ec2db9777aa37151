import type { Operation, Way } from './document.ts'
import type { Caller } from './example.ts'

/** A kind of caller that an operation lets in. */
export interface CallerKind {
  readonly caller: Caller
  /** What it needs, in as few words as fit a badge. */
  readonly badges: readonly string[]
  /** The same as a sentence. */
  readonly needs: string
  /** Whether it needs the session of a user on every board. */
  readonly isUser: boolean
}

/** Every kind of caller that an operation lets in; servers first. */
export function callersOf({ security = [] }: Operation): readonly CallerKind[] {
  if (security.length === 0)
    return [{ caller: 'anyone', badges: ['Anyone'], needs: 'Anyone, without a key.', isUser: false }]
  const [asApp, ...signedIn] = security.filter((way) => way.projectKey)
  const asServer = security.find((way) => way.secretKey)
  return [...(asServer ? [serverKind(asServer)] : []), ...(asApp ? [appKind(asApp, signedIn.length > 0)] : [])]
}

function serverKind({ secretKey: scopes = [] }: Way): CallerKind {
  const scope = scopes.map((name) => `\`${name}\``).join(' and ')
  return {
    caller: 'server',
    badges: ['Server', ...(scopes.length === 0 ? ['any scope'] : scopes)],
    needs: `A server, with a secret key ${scopes.length === 0 ? 'of any scope' : `that has the scope ${scope}`}.`,
    isUser: false,
  }
}

function appKind(least: Way, maySignIn: boolean): CallerKind {
  if (least.session) {
    return {
      caller: 'app',
      badges: ['App', 'signed-in user'],
      needs: 'An app, with its publishable key and the session of a signed-in user.',
      isUser: true,
    }
  }
  const privately = ' On a private board it also needs the session of a signed-in user.'
  return {
    caller: 'app',
    badges: ['App', 'publishable key'],
    needs: `An app, with its publishable key.${maySignIn ? privately : ''}`,
    isUser: false,
  }
}
