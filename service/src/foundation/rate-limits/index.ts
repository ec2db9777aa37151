export { rateLimited } from './problems.ts'
export { type Limit, openRateLimits, type RateLimits, type Taken } from './rate-limits.ts'
