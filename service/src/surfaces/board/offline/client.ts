/** The part that is used here; the DOM's types do not have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: object): { createScriptURL(text: string): string }
}

/* Without a connection an offline page is shown, which reloads by itself. */
const retry = document.querySelector('[data-retry]')
retry?.addEventListener('click', () => location.reload())
if (retry) addEventListener('online', () => location.reload())
if ('serviceWorker' in navigator) {
  const address = '/worker.js'
  // The only script that a page may start by its URL. Browsers with Trusted Types get the URL from the only policy.
  const { trustedTypes }: Window & { readonly trustedTypes?: PolicyFactory } = window
  const proven = trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
  navigator.serviceWorker.register(proven ?? address).catch(() => undefined)
}

export {}
