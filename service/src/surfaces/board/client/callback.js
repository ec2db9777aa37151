// @ts-check
/* First of all the token leaves the address: nothing that comes later, and no history, sees it. */
const fragment = new URLSearchParams(location.hash.slice(1))
history.replaceState(null, '', location.pathname)

/** @param {string} code */
function fail(code) {
  const waiting = document.getElementById('waiting')
  const failed = document.getElementById('failed')
  if (waiting) waiting.hidden = true
  if (!failed) return
  failed.hidden = false
  const text = failed.querySelector(`[data-for="${CSS.escape(code)}"]`) ?? failed.querySelector('[data-for=other]')
  text?.removeAttribute('hidden')
  const shown = document.getElementById('code')
  if (shown) shown.textContent = code
  // Whoever was shut out is not sent round again.
  const again = failed.querySelector('form')
  if (again && code === 'user_banned') again.hidden = true
  failed.querySelector('h1')?.focus()
}

const answer = await fetch('/sso/callback', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ token: fragment.get('token') ?? '', state: fragment.get('state') ?? '' }),
}).catch(() => undefined)
const body = await answer?.json().catch(() => ({}))
if (answer?.ok) location.replace(body.return_to)
else fail(body?.code ?? 'unavailable')
