/** As far as it is used here; the types of the DOM do not have it. */
interface PolicyFactory {
  createPolicy(name: string, rules: object): { createScriptURL(text: string): string }
}

/* Without a connection there is a page that says so, and that goes on by itself. */
const retry = document.querySelector('[data-retry]')
retry?.addEventListener('click', () => location.reload())
if (retry) addEventListener('online', () => location.reload())
if ('serviceWorker' in navigator) {
  const address = '/worker.js'
  // The one script that a page may start by its address; browsers that ask for proof get it from the only policy there is.
  const { trustedTypes }: Window & { readonly trustedTypes?: PolicyFactory } = window
  const proven = trustedTypes?.createPolicy('worker', { createScriptURL: () => address }).createScriptURL(address)
  navigator.serviceWorker.register(proven ?? address).catch(() => undefined)
}

export {}
