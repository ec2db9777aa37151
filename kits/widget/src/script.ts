import type { FeedbackBoardScript } from './types.js'

/**
 * The function of the service's own script, from the service's own origin. Imported instead of added as an element: pages that require Trusted
 * Types allow that, and a script that is there already is not loaded again.
 */
export async function loadScript(apiOrigin: string): Promise<FeedbackBoardScript['create']> {
  if (typeof document === 'undefined') throw new Error('Feedback widget: there is no page here, load it in a browser.')
  checkOrigin(apiOrigin)
  await import(/* @vite-ignore */ /* webpackIgnore: true */ `${apiOrigin}/widget.js`)
  if (!window.FeedbackBoard) throw new Error(`Feedback widget: ${apiOrigin}/widget.js is another script.`)
  return window.FeedbackBoard.create
}

export function checkOrigin(apiOrigin: string): void {
  if (/^https?:\/\/[^\s/?#@]+$/.test(apiOrigin)) return
  throw new Error('Feedback widget: apiOrigin must be an origin alone, such as https://api.example.com.')
}
