import type { Words } from '../../../../../ui/words/words.ts'
import type { BoardCall, ReaderCall } from '../../../domain/call/index.ts'
import type { Project } from '../../../domain/projects/index.ts'
import type { SignedInUser } from '../../../domain/users/index.ts'

/** The data of every page: the board, the visitor and the language. */
export interface View<C extends BoardCall = BoardCall> {
  readonly call: C
  readonly project: Project
  readonly words: Words
  /** The visitor's choice; without one, their device decides. */
  readonly theme: Theme | undefined
  /** The visitor's name; absent if nobody is signed in. */
  readonly visitorName: string | undefined
  /** The number of unread notifications; absent if nobody is signed in, and on error pages. */
  readonly unread?: number
  /** Whether the service sends mail, so that pages may offer it. */
  readonly sendsMail: boolean
  /** An id for the forms of this page, so that a form that is sent twice is processed once; absent if nobody is signed in. */
  readonly formId: string | undefined
  /** The address of this page, to come back to after signing in. */
  readonly path: string
  /** The list that the visitor came from, with its search and filters. */
  readonly list: string
  readonly origin: string
  readonly nonce: string
  readonly assets: Assets
  /** The name that was chosen in a form that was refused. */
  readonly typedName?: TypedName | undefined
  /** The message of a form that was refused. */
  readonly notice?: Notice | undefined
}

/** The writer's name, as a form sends it. */
export type TypedName = Pick<SignedInUser, 'nameChoice'> & { readonly customName?: string }

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface Assets {
  readonly style: string
  readonly font: string
  readonly script: string
  /** The script of the editor; it is loaded when a visitor begins to write. */
  readonly editor: string
}

export interface Notice {
  readonly kind: 'done' | 'fault'
  readonly text: string
}

/** Metadata of a page, for link previews and search engines. */
export interface PageFacts {
  readonly title: string
  readonly description?: string
  readonly canonical?: string
  /** The address of the picture for link previews. */
  readonly picture?: string
  /** Feeds of this page: title and address. */
  readonly feed?: { readonly title: string; readonly path: string }
  readonly current?: 'posts' | 'roadmap' | 'changelog' | 'me' | 'notifications'
  readonly script?: string
  /** Whether it is a list of ideas, with a link to skip to it. */
  readonly hasIdeas?: boolean
  readonly isIndexed?: boolean
  /** What the page shows that its script keeps up to date. */
  readonly live?: 'ideas' | 'post' | 'roadmap'
}

/** A view for somebody who may read the board. */
export type ReaderView = View<ReaderCall>
