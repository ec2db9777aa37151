import type { ProblemKind } from '../problems/index.ts'

export const rateLimited = {
  code: 'rate_limited',
  status: 429,
  title: 'Too many requests in a short time.',
  remedy: 'Wait as many seconds as Retry-After says, then try again. RateLimit says how many requests are left.',
} as const satisfies ProblemKind
