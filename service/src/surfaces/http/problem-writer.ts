import { scrub } from '../../foundation/log/index.ts'
import { type Problem, problemBody } from '../../foundation/problems/index.ts'

export interface ProblemAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type ProblemWriter = (problem: Problem, request: { id: string; path: string }) => ProblemAnswer

/** Every failure has this form, whether an endpoint, the framework or the HTTP parser found it. */
export function problemWriter(apiOrigin: string): ProblemWriter {
  const typeBase = `${apiOrigin}/docs/errors#`
  return (problem, { id, path }) => {
    const body = JSON.stringify(problemBody(problem, { typeBase, instance: instanceOf(path), requestId: id }))
    return { status: problem.kind.status, headers: problemHeaders(problem), body }
  }
}

function problemHeaders(problem: Problem): Record<string, string> {
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...(problem.kind.status === 401 && { 'www-authenticate': `Bearer error="${problem.kind.code}"` }),
    ...problem.headers,
  }
}

/** Only the path: a query or an over-long path may contain data that must not be repeated. */
function instanceOf(path: string): string {
  return scrub(path.split('?', 1)[0]?.slice(0, 200) ?? '')
}
