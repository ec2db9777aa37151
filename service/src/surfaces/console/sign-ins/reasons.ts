import type { ConsoleWords } from '../../../../../ui/words/console/words.ts'
import { callbackIncomplete, stateMismatch } from '../../../domain/sessions/index.ts'
import { tokenKinds } from '../../../domain/sign-in-tokens/index.ts'
import { userBanned } from '../../../domain/users/index.ts'
import type { ProblemKind } from '../../../foundation/problems/index.ts'

const KINDS = new Map<string, ProblemKind>(
  [...Object.values(tokenKinds), callbackIncomplete, stateMismatch, userBanned].map((kind) => [kind.code, kind]),
)

export interface Reason {
  readonly code: string
  readonly title: string
  readonly remedy: string
}

/** Why a sign-in was refused, in the words of the catalogue. */
export function reasonOf(words: ConsoleWords, code: string): Reason {
  const { title, remedy } = KINDS.get(code) ?? {
    title: words.say('sign_ins_other_title'),
    remedy: words.say('sign_ins_other_remedy'),
  }
  return { code, title, remedy }
}
