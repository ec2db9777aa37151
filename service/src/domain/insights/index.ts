export {
  accountNameOf,
  isAccountOfVote,
  LONGEST_ACCOUNT,
  listAccounts,
  listPeopleOf,
  readAccount,
  readPostsOf,
} from './accounts.ts'
export { countInsights, noteForInsights, openInsights, type Turn } from './follow.ts'
export {
  ACCOUNT_SORTS,
  type Account,
  type AccountPost,
  type AccountPosts,
  type AccountQuery,
  type AccountSort,
  BASES,
  type BaseKind,
  type Gained,
  type InsightQuery,
  type InsightSort,
  MOST_COUNTED,
  NOTHING_GAINED,
  OUTCOMES,
  type Outcome,
  type People,
  type PostInsight,
  SORTS,
} from './insight.ts'
export { accountJson, accountPostJson, insightJson, peopleJson } from './insight-json.ts'
export { type Insights, readInsights } from './insights.ts'
export type { Share } from './intervals.ts'
