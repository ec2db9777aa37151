import type { Settings } from '../loader/options.ts'

/** What the loader gives to the panel. */
export interface Shell {
  readonly settings: Settings
  readonly root: ShadowRoot
  readonly emit: (name: string, detail?: unknown) => void
  /** Says it to whoever builds the page. */
  readonly tell: (text: string, ...cause: unknown[]) => void
  readonly explain: (cause?: unknown) => Promise<void>
  readonly language: () => string
  readonly seenUpTo: () => number
  readonly hasNews: () => boolean
  readonly learn: (facts: { accent?: string; newest?: number; seen?: number }) => void
}

/** Where the panel shall open. */
export interface View {
  readonly view?: 'posts' | 'roadmap' | 'changelog' | 'new' | undefined
  /** The id of a post, `pst_…`. */
  readonly post?: string | undefined
  /** For `new`: what stands in the title already. */
  readonly title?: string | undefined
}

/** What the loader asks of the panel. */
export interface Panel {
  open(view?: View): Promise<void>
  close(): void
  isOpen(): boolean
  signOut(): Promise<void>
  destroy(): void
}
