import { stateMismatch } from '../../../domain/sessions/index.ts'
import { tokenKinds } from '../../../domain/sign-in-tokens/index.ts'
import { userBanned } from '../../../domain/users/index.ts'
import type { ProblemKind } from '../../../foundation/problems/index.ts'

const KINDS = new Map<string, ProblemKind>(
  [...Object.values(tokenKinds), stateMismatch, userBanned].map((kind) => [kind.code, kind]),
)

export interface Reason {
  readonly code: string
  readonly title: string
  readonly remedy: string
}

/** Why a sign-in was refused, in the words of the catalogue. */
export function reasonOf(code: string): Reason {
  const { title, remedy } = KINDS.get(code) ?? {
    title: 'It was refused before its token was looked at.',
    remedy: 'Look the code up among the errors of the API reference.',
  }
  return { code, title, remedy }
}
