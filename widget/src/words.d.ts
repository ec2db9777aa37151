/** For each language, the few words that the launcher needs. */
declare module 'words:launcher' {
  const words: Readonly<Record<string, { readonly nav_posts: string; readonly news_unread: string }>>
  export default words
}

/** Reads one language of the panel, in a file of its own. */
declare module 'words:panel' {
  import type { Dictionary } from '../../ui/words/speech.ts'
  import type { WordKey } from '../../ui/words/words.ts'

  const read: Readonly<Record<string, () => Promise<{ readonly default: Dictionary<WordKey> }>>>
  export default read
}

declare module '*.css?raw' {
  const text: string
  export default text
}

/** The paths of the files that are loaded later, below the origin of the service. */
declare const PANEL_PATH: string
declare const TROUBLE_PATH: string
