import type { Limit } from '../../foundation/rate-limits/index.ts'

/** Every rate limit of the contract. The API and the board count together: a person has one allowance, wherever they use it. */
export const EXCHANGE_PER_ADDRESS: Limit = { name: 'exchange', count: 120, seconds: 60 }
export const EXCHANGE_PER_PROJECT: Limit = { name: 'exchange-project', count: 3_000, seconds: 60 }
export const REJECTED_TOKENS: Limit = { name: 'rejected-tokens', count: 20, seconds: 60 }
export const READS: Limit = { name: 'reads', count: 600, seconds: 60 }
export const WRITES: Limit = { name: 'writes', count: 60, seconds: 60 }
/** Pictures that a person sends. */
export const FILES: Limit = { name: 'files', count: 60, seconds: 3_600 }
/** Pictures of link previews that must be drawn: each takes a core for half a second. */
export const DRAWINGS: Limit = { name: 'drawings', count: 30, seconds: 60 }
export const SERVER: Limit = { name: 'server', count: 100, seconds: 1 }
/** An export of all data about a person costs more than other reads. */
export const EXPORTS: Limit = { name: 'exports', count: 10, seconds: 60 }
/** Counted for each project: an export of everything it has reads all of it. */
export const PROJECT_EXPORTS: Limit = { name: 'project-exports', count: 6, seconds: 3_600 }
/** Counted for each project: what an import sends is stored and checked before anything is known about it. */
export const IMPORTS: Limit = { name: 'imports', count: 120, seconds: 3_600 }
/** Counted for each project: rules that no index serves read all its users. */
export const SEGMENT_COUNTS: Limit = { name: 'segment-counts', count: 60, seconds: 60 }
/** Counted for each project: lists of people, and of posts by their voters. */
export const SEGMENT_LISTS: Limit = { name: 'segment-lists', count: 300, seconds: 60 }
/** Lists as CSV, counted for each operator and each secret key. */
export const DOWNLOADS: Limit = { name: 'downloads', count: 30, seconds: 60 }
export const CODES: Limit = { name: 'codes', count: 20, seconds: 60 }
/** Counted for each project: each check asks DNS servers that somebody else runs. */
export const DOMAIN_CHECKS: Limit = { name: 'domain-checks', count: 10, seconds: 60 }
/** Counted for each project: each address that is saved asks them, too. */
export const WEBHOOK_ADDRESSES: Limit = { name: 'webhook-addresses', count: 30, seconds: 60 }
/** Counted for each project: each test calls a receiver, and its caller waits. */
export const WEBHOOK_TESTS: Limit = { name: 'webhook-tests', count: 30, seconds: 60 }
/** Counted for each project: each test is a mail that leaves at once. */
export const MAIL_TESTS: Limit = { name: 'mail-tests', count: 10, seconds: 60 }
/** Counted for each operator, pages and forms together. */
export const CONSOLE_USE: Limit = { name: 'console', count: 600, seconds: 60 }
/** Links and passkeys that somebody tries at the entrance of the console. */
export const CONSOLE_ENTRIES: Limit = { name: 'console-entries', count: 30, seconds: 60 }
