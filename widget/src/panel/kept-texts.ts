import type { Texts } from './desk-state.ts'
import type { View } from './shell.ts'

const LONGEST_MS = 30 * 60 * 1000

/** The texts that somebody wrote, and the view, while the app signs them in. */
export interface Kept {
  readonly at: number
  readonly texts: Texts
  readonly view: View
}

/**
 * The texts survive the app's sign-in page, which may replace this page: they are kept in this tab only, until they are read. The loader looks for
 * them under the same name, and opens the panel again.
 */
export function createKeptTexts(projectKey: string) {
  const name = `feedback-board ${projectKey}`
  const attempt = <Result>(work: () => Result) => {
    try {
      return work()
    } catch {
      return undefined // the browser allows no storage
    }
  }
  const forget = () => attempt(() => sessionStorage.removeItem(name))
  return {
    keep: (texts: Texts, view: View) =>
      attempt(() => sessionStorage.setItem(name, JSON.stringify({ at: Date.now(), texts, view } satisfies Kept))),
    forget,
    take(): Kept | undefined {
      const kept = attempt((): Kept => JSON.parse(sessionStorage.getItem(name) ?? 'null'))
      forget()
      return kept && Date.now() - kept.at < LONGEST_MS ? kept : undefined
    },
  }
}
