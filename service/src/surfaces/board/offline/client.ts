/** The part that is used here; the DOM's types do not have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: object): { createScriptURL(text: string): string }
}

/* Without a connection the offline page is shown in place of any other, and reloads by itself. */
const LONGEST_PAUSE_MS = 30_000
const retry = document.querySelector('[data-retry]')
retry?.addEventListener('click', () => location.reload())
if (retry && location.pathname !== '/offline') {
  addEventListener('online', () => location.reload())
  askAfter(1_000)
}

/** Browsers also say that they are online while this board cannot be reached, so the page asks. */
function askAfter(pauseMs: number) {
  setTimeout(async () => {
    const answer = document.hidden ? undefined : await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
    if (answer && answer.status < 500) location.reload()
    else askAfter(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
  }, pauseMs)
}
if ('serviceWorker' in navigator) {
  const address = '/worker.js'
  // The only script that a page may start by its URL. Browsers with Trusted Types get the URL from the only policy.
  const { trustedTypes }: Window & { readonly trustedTypes?: PolicyFactory } = window
  const proven = trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
  navigator.serviceWorker.register(proven ?? address).catch(() => undefined)
}

export {}
