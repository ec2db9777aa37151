import type { Settings } from './options.ts'
import { tellMore } from './tell.ts'

export const DEFAULT_ACCENT = '#14614a'
const AGAIN_AFTER_MS = 60 * 60 * 1000

/** What is known of the board before its panel is opened. Kept for an hour, so that a visit does not ask on every page. */
export interface Glance {
  readonly at: number
  readonly accent: string
  /** When the newest entry of the changelog was published; 0 for none. */
  readonly newest: number
  /** What was there up to then has been seen. Whoever comes for the first time has missed nothing. */
  readonly seen: number
}

const keyOf = ({ projectKey }: Settings) => `feedback-board ${projectKey}`

export function keptGlance(settings: Settings): Glance | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(settings)) ?? '') ?? undefined
  } catch {
    return undefined // nothing is kept, or the browser keeps nothing here
  }
}

export function keepGlance(settings: Settings, glance: Glance): Glance {
  try {
    localStorage.setItem(keyOf(settings), JSON.stringify(glance))
  } catch {
    // The browser keeps nothing here; then the next page asks again.
  }
  return glance
}

/** The colour and whether there is news. Undefined where this page may not ask. */
export async function lookAtBoard(settings: Settings, now: number): Promise<Glance | undefined> {
  const kept = keptGlance(settings)
  if (kept && now - kept.at < AGAIN_AFTER_MS) return kept
  try {
    const [project, changelog] = await Promise.all([read(settings, '/project'), read(settings, '/changelog?limit=1')])
    const newest = Date.parse(changelog?.data[0]?.publish_at ?? '') || 0
    const accent = project?.accent_color ?? kept?.accent ?? DEFAULT_ACCENT
    return keepGlance(settings, { at: now, accent, newest, seen: kept?.seen ?? now })
  } catch (error) {
    await tellMore(settings, 'explain', error)
    return undefined
  }
}

/** Undefined where the board is private: its members see it once they are signed in. */
async function read({ apiOrigin, projectKey, fetch }: Settings, path: string) {
  const answer = await fetch(`${apiOrigin}/v1${path}`, {
    headers: { 'X-Project-Key': projectKey },
    credentials: 'omit',
  })
  const body = await answer.json()
  if (body.code === 'session_required') return undefined
  if (!answer.ok) throw new Error(`${body.code}: ${body.detail}`)
  return body
}
