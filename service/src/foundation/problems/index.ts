export { type ProblemBody, problemBody } from './body.ts'
export * from './kinds.ts'
export * as commonProblems from './kinds.ts'
export { Problem, type ProblemDetail, type ProblemKind } from './problem.ts'
