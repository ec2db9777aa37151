import { type ConsoleKey, type ConsoleWords, isConsoleKey } from '../../../../../ui/words/console/words.ts'

export interface Notice {
  readonly kind: 'done' | 'fault'
  readonly text: string
}

/** The notice after a form, by its key in the catalogue. Addresses contain the key, never the text. */
export type Done = ConsoleKey extends infer Key ? (Key extends `notices_${infer Name}` ? Name : never) : never

/** Notices that say why nothing was done. */
const FAULTS: ReadonlySet<ConsoleKey> = new Set(['notices_merge_needs_two', 'notices_undo_refused'])

/** The address of a page that says what was done. */
export function withNotice(path: string, done: Done): string {
  const [page = '', fragment] = path.split('#', 2)
  const address = `${page}${page.includes('?') ? '&' : '?'}done=${done}`
  return fragment === undefined ? address : `${address}#${fragment}`
}

/** The notice for a key in an address. An unknown key has none. */
export function noticeIn(words: ConsoleWords, done: string | undefined): Notice | undefined {
  const key = `notices_${done}`
  return isConsoleKey(key) ? { kind: FAULTS.has(key) ? 'fault' : 'done', text: words.say(key) } : undefined
}
