import type { FeedbackConnection, Me, Post, Project } from '../../../kits/app/src/index.ts'
import type { Values } from '../../../ui/words/speech.ts'
import type { WordKey } from '../../../ui/words/words.ts'

export type Client = FeedbackConnection
/** `title` and `body` of an idea; other texts by their kind and the id of their subject, such as `comment-pst_…`. */
export type Texts = Readonly<Record<string, string | undefined>>
/** Runs work for the visitor and tells them the result, unless they have signed out meanwhile. After a sign-in that the work needed, `again` is called. */
export type Act = <Result>(
  work: () => Promise<Result>,
  done: (result: Result) => void,
  options?: { readonly ifInvalid?: WordKey; readonly again?: () => void },
) => Promise<void>

/** What the service told about a post after it was read. */
export type Told = Pick<Post, 'comment_count' | 'status'> & Partial<Pick<Post, 'vote_count' | 'has_voted'>>

export interface DeskState {
  project: Project | undefined
  me: Me | null
  isBanned: boolean
  /** The app has no signed-in user. */
  isNobody: boolean
  said: Say | undefined
  /** Views read again when it changes. */
  era: number
  /** Something was read without a session: it must be read again once a user is known. */
  isReadByNobody: boolean
  /** Unsent texts stay when the view changes. */
  texts: Texts
  /** By the ids of posts. */
  readonly told: Map<string, Told>
  /** After a sign-out, pending answers are ignored. */
  isOver: boolean
}

export interface Say {
  readonly key: WordKey
  readonly values?: Values
  readonly isFault: boolean
  /** Changes with each announcement, so that screen readers read the same words again. */
  readonly turn: number
}
