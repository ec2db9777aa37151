export { approve, reject } from './decide.ts'
export { type InboxCounts, inboxCounts, listUnanswered } from './inbox/inbox.ts'
export { findItem, listModeration, type ModerationItem } from './item.ts'
export { LONGEST_REASON, type Reported, report } from './report.ts'
