import type { FeedbackConnection, Me, Project } from '../../../kits/app/src/index.ts'
import type { WordKey } from '../../../ui/words/words.ts'

export type Client = FeedbackConnection
/** Runs work for the visitor and tells them the result, unless they have signed out meanwhile. */
export type Act = <Result>(
  work: () => Promise<Result>,
  done: (result: Result) => void,
  ifInvalid?: WordKey,
) => Promise<void>

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
  /** Unsent texts stay when the view changes: `title` and `body` of an idea, comments by the id of their post. */
  texts: Readonly<Record<string, string>>
  /** After a sign-out, pending answers are ignored. */
  isOver: boolean
}

export interface Say {
  readonly key: WordKey
  readonly values?: Record<string, string>
  readonly isFault: boolean
  /** Changes with each announcement, so that screen readers read the same words again. */
  readonly turn: number
}
