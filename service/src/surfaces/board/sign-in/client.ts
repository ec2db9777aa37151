/* First removes the token from the address, so that no later code and no history sees it. */
import type { userBanned } from '../../../domain/users/index.ts'
import type { unavailable } from '../../../foundation/problems/index.ts'

const fragment = new URLSearchParams(location.hash.slice(1))
const query = new URLSearchParams(location.search)
history.replaceState(null, '', location.pathname)

const UNAVAILABLE: typeof unavailable.code = 'unavailable'
const BANNED: typeof userBanned.code = 'user_banned'

function fail(code: string): void {
  const waiting = document.getElementById('waiting')
  const failed = document.getElementById('failed')
  if (waiting) waiting.hidden = true
  if (!failed) return
  failed.hidden = false
  const text = failed.querySelector(`[data-for="${CSS.escape(code)}"]`) ?? failed.querySelector('[data-for=other]')
  text?.removeAttribute('hidden')
  const shown = document.getElementById('code')
  if (shown) shown.textContent = code
  // A banned visitor is not sent to sign in again.
  const again = failed.querySelector('form')
  if (again && code === BANNED) again.hidden = true
  failed.querySelector('h1')?.focus()
}

interface Answer {
  readonly return_to?: string
  readonly code?: string
  readonly title?: string
  readonly detail?: string
  readonly type?: string
}

/** For the developer of the client's app. The page shows visitors less. */
function tell({ code, title = '', detail = '', type = '' }: Answer): void {
  // biome-ignore lint/suspicious/noConsole: the developer's console is where a page says what is wrong with it
  if (code) console.error(`Feedback board: nobody could be signed in (${code}). ${title} ${detail} ${type}`)
}

const answer = await fetch('/sso/callback', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    token: fragment.get('token') ?? '',
    state: fragment.get('state') ?? '',
    misplaced: query.has('token') || query.has('state'),
  }),
}).catch(() => undefined)
const body: Answer = (await answer?.json().catch(() => undefined)) ?? {}
if (answer?.ok) location.replace(body.return_to ?? '/')
else {
  tell(body)
  fail(body.code ?? UNAVAILABLE)
}
