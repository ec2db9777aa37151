import type { FeedbackConnection, Me, Project } from '../../../kits/app/src/index.ts'
import type { Values } from '../../../ui/words/speech.ts'
import type { WordKey } from '../../../ui/words/words.ts'

export type Client = FeedbackConnection
/** `title` and `body` of an idea; anything else by what it is and the id of what it is about, such as `comment-pst_…`. */
export type Texts = Readonly<Record<string, string | undefined>>
/** Does something for the visitor, who hears of it unless they are gone by then. `again` follows a sign-in that it needed. */
export type Act = <Result>(
  work: () => Promise<Result>,
  done: (result: Result) => void,
  options?: { readonly ifInvalid?: WordKey; readonly again?: () => void },
) => Promise<void>

export interface DeskState {
  project: Project | undefined
  me: Me | null
  isBanned: boolean
  /** Nobody is signed in to the app. */
  isNobody: boolean
  said: Say | undefined
  /** Views read again when it changes. */
  era: number
  /** Something was read as nobody: it has to be read again once somebody is there. */
  isReadByNobody: boolean
  /** What is not sent yet stays, wherever its writer looks meanwhile. */
  texts: Texts
  /** Somebody signed out: what is still under way reaches nobody any more. */
  isOver: boolean
}

export interface Say {
  readonly key: WordKey
  readonly values?: Values
  readonly isFault: boolean
  /** Changes with every saying, so that the same words twice are heard twice. */
  readonly turn: number
}
