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
    title: 'It was refused before the token was checked.',
    remedy: 'Look up the code in the error list of the API reference.',
  }
  return { code, title, remedy }
}
