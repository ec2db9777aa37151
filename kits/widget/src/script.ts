import type { FeedbackBoardScript } from './types.js'

/** Browsers remember that a module could not be loaded, by its address: each origin that failed gets another one. */
const again = new Map<string, string>()

/** The function of the service's own script, from the service's own origin. Imported instead of added as an element: pages that require Trusted Types allow that. */
export async function loadScript(apiOrigin: string): Promise<FeedbackBoardScript['create']> {
  if (typeof document === 'undefined') throw new Error('Feedback widget: there is no page here, load it in a browser.')
  checkOrigin(apiOrigin)
  const suffix = again.get(apiOrigin) ?? ''
  const address = `${apiOrigin}/widget.js${suffix}`
  await import(/* @vite-ignore */ /* webpackIgnore: true */ address).catch((error: unknown) => {
    again.set(apiOrigin, `${suffix}?`)
    throw error
  })
  if (!window.FeedbackBoard) throw new Error(`Feedback widget: ${apiOrigin}/widget.js is another script.`)
  return window.FeedbackBoard.create
}

export function checkOrigin(apiOrigin: string): void {
  if (/^https?:\/\/[^\s/?#@]+$/.test(apiOrigin)) return
  throw new Error('Feedback widget: apiOrigin must be an origin alone, such as https://api.example.com.')
}
