import type { Problem } from './problem.ts'

/** One body for the specification's current format (`statusCode`, `message`) and its announced one (RFC 9457). */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly instance: string
  readonly request_id: string
  readonly statusCode: number
  readonly message: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

export function problemBody(
  problem: Problem,
  at: { typeBase: string; instance: string; requestId: string },
): ProblemBody {
  const { kind } = problem
  return {
    type: at.typeBase + kind.code,
    title: kind.title,
    status: kind.status,
    detail: problem.detail ?? kind.remedy,
    code: kind.code,
    instance: at.instance,
    request_id: at.requestId,
    statusCode: kind.status,
    message: kind.message ?? kind.title,
    ...(problem.errors && { errors: problem.errors }),
  }
}
