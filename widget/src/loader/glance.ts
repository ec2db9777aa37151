import type { Settings } from './options.ts'
import { tellMore } from './tell.ts'

const DEFAULT_ACCENT = '#14614a'
const AGAIN_AFTER_MS = 60 * 60 * 1000

/** The facts about the board that are known before its panel is opened. Kept for an hour, so that not every page of a visit asks again. */
interface Facts {
  readonly at: number
  readonly accent: string
  /** When the newest entry of the changelog was published; 0 for none. */
  readonly newest: number
  /** Entries up to this time count as seen. On a first visit all entries do. */
  readonly seen: number
}

export type Glance = ReturnType<typeof createGlance>

export function createGlance(settings: Settings, emit: (name: string, detail: unknown) => void, changed: () => void) {
  const key = `feedback-board ${settings.projectKey}`
  const kept = (storage: 'localStorage' | 'sessionStorage'): Partial<Facts> => {
    try {
      return JSON.parse(window[storage].getItem(key) ?? '')
    } catch {
      return {} // there is nothing yet, or the browser allows no storage
    }
  }
  let facts: Facts = { at: 0, accent: DEFAULT_ACCENT, newest: 0, seen: Date.now(), ...kept('localStorage') }
  const hasNews = () => facts.newest > facts.seen

  const learn = (news: Partial<Facts>) => {
    const had = hasNews()
    facts = { ...facts, ...kept('localStorage'), ...news } // another tab may have seen more
    try {
      localStorage.setItem(key, JSON.stringify(facts))
    } catch {
      // Then the next page asks again.
    }
    if (hasNews() !== had) emit('news', { unread: hasNews() })
    changed()
  }

  return {
    hasNews,
    learn,
    /** The visitor was writing when the app took them to its sign-in page: see `panel/kept-texts.ts`. */
    isAwaited: () => kept('sessionStorage').at,
    accent: () => facts.accent,
    seenUpTo: () => facts.seen,
    /** Asks for the colour and whether there is news. Returns whether this page may call the API. */
    async look(): Promise<boolean> {
      if (Date.now() - facts.at < AGAIN_AFTER_MS) return true
      try {
        const [project, changelog] = await Promise.all([
          read(settings, '/project'),
          read(settings, '/changelog?limit=1'),
        ])
        const newest = Date.parse(changelog?.data[0]?.publish_at) || 0
        learn({ at: Date.now(), newest, ...(project && { accent: project.accent_color }) })
        return true
      } catch (error) {
        void tellMore(settings, 'explain', error)
        return false
      }
    },
  }
}

/** Undefined if the answer is of no use: the board is private, or the service is busy. */
async function read({ apiOrigin, projectKey, fetch }: Settings, path: string) {
  const answer = await fetch(`${apiOrigin}/v1${path}`, {
    headers: { 'X-Project-Key': projectKey },
    credentials: 'omit',
  })
  return answer.ok ? answer.json().catch(() => undefined) : undefined
}
