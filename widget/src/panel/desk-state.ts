import type { FeedbackConnection, Me, Project } from '../../../kits/app/src/index.ts'
import type { WordKey } from '../../../ui/words/words.ts'

export type Client = FeedbackConnection
/** Does something for the visitor, who hears of it unless they are gone by then. */
export type Act = <Result>(
  work: () => Promise<Result>,
  done: (result: Result) => void,
  ifInvalid?: WordKey,
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
  /** What is not sent yet stays, wherever its writer looks meanwhile: `title` and `body` of an idea, comments by the id of their post. */
  texts: Readonly<Record<string, string>>
  /** Somebody signed out: what is still under way reaches nobody any more. */
  isOver: boolean
}

export interface Say {
  readonly key: WordKey
  readonly values?: Record<string, string>
  readonly isFault: boolean
  /** Changes with every saying, so that the same words twice are heard twice. */
  readonly turn: number
}
