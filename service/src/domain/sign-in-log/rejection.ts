import type { BrokenRule } from '../sign-in-tokens/index.ts'

/** Why a sign-in was refused: enough for the client's developer to find the fault, and never the token. */
export interface Rejection {
  readonly at: Date
  readonly code: string
  /** The kid of the token, if it is a possible one. */
  readonly kid: string | undefined
  readonly audience: 'app' | 'board'
  /** Absent if the reason was not a rule of tokens, for example a ban. */
  readonly broken: BrokenRule | undefined
}
