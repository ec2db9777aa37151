import type { Texts } from './desk-state.ts'
import type { View } from './shell.ts'

const LONGEST_MS = 30 * 60 * 1000

/** What somebody wrote, and where, while the app signs them in. */
export interface Kept {
  readonly at: number
  readonly texts: Texts
  readonly view: View
}

/**
 * Survives the app's sign-in page, which may take the place of the page: in this tab only, and until it is read. The loader looks for it
 * under the same name, and opens the panel again.
 */
export function createKeptTexts(projectKey: string) {
  const name = `feedback-board ${projectKey}`
  const attempt = <Result>(work: () => Result) => {
    try {
      return work()
    } catch {
      return undefined // the browser keeps nothing here
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
