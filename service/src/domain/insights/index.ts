export { countInsights, noteForInsights, openInsights, type Turn } from './follow.ts'
export { type Account, type InsightQuery, type InsightSort, type People, type PostInsight, SORTS } from './insight.ts'
export { type Insights, listAccounts, readAccount, readInsights } from './insights.ts'
export type { Share } from './intervals.ts'
