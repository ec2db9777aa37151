import type { Limit } from '../../foundation/rate-limits/index.ts'

/** Every rate limit of the contract. The API and the board count together: a person has one allowance, wherever they use it. */
export const EXCHANGE_PER_ADDRESS: Limit = { name: 'exchange', count: 120, seconds: 60 }
export const EXCHANGE_PER_PROJECT: Limit = { name: 'exchange-project', count: 3_000, seconds: 60 }
export const REJECTED_TOKENS: Limit = { name: 'rejected-tokens', count: 20, seconds: 60 }
export const READS: Limit = { name: 'reads', count: 600, seconds: 60 }
export const WRITES: Limit = { name: 'writes', count: 60, seconds: 60 }
/** Pictures that a person sends. */
export const FILES: Limit = { name: 'files', count: 60, seconds: 3_600 }
export const SERVER: Limit = { name: 'server', count: 100, seconds: 1 }
/** Everything about a person, which is more than other reads. */
export const EXPORTS: Limit = { name: 'exports', count: 10, seconds: 60 }
export const CODES: Limit = { name: 'codes', count: 20, seconds: 60 }
/** Of a project: each asks DNS servers that somebody else runs. */
export const DOMAIN_CHECKS: Limit = { name: 'domain-checks', count: 10, seconds: 60 }
/** Of a project: each calls a receiver, and its caller waits. */
export const WEBHOOK_TESTS: Limit = { name: 'webhook-tests', count: 30, seconds: 60 }
/** An operator, pages and forms together. */
export const CONSOLE_USE: Limit = { name: 'console', count: 600, seconds: 60 }
/** Links and passkeys that somebody tries at the console's door. */
export const CONSOLE_ENTRIES: Limit = { name: 'console-entries', count: 30, seconds: 60 }
