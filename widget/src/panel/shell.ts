import type { View } from '../../../kits/widget/src/types.ts'
import type { Glance } from '../loader/glance.ts'
import type { Settings } from '../loader/options.ts'

export type { View } from '../../../kits/widget/src/types.ts'

/**
 * The interface of the loader for the panel. For an hour after an update of the service an old loader meets a new panel, so this interface and
 * `Panel` only grow.
 */
export interface Shell {
  readonly settings: Settings
  readonly root: ShadowRoot
  readonly emit: (name: string, detail?: unknown) => void
  /** A message for the developer of the page. */
  readonly tell: (text: string, ...cause: unknown[]) => void
  /** Finds out why the service does not answer, or why nobody is signed in, and tells the developer. */
  readonly explain: (cause?: unknown) => Promise<void>
  readonly language: () => string
  readonly glance: Pick<Glance, 'accent' | 'learn' | 'hasNews' | 'seenUpTo'>
}

/** The methods of the panel that the loader calls. */
export interface Panel {
  open(view?: View): Promise<void>
  close(): void
  isOpen(): boolean
  signOut(): Promise<void>
  destroy(): void
}
