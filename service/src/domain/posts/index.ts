export { forgetDeletedFields } from './field-values-store.ts'
export { findHiddenPosts, findPosts, type OwnQuery, POST_QUERY, type PostQuery, SearchWords } from './find/find.ts'
export type { HiddenState } from './hidden-store.ts'
export { POST_SORTS, type PostFilter, type PostPlace, type PostSort } from './list/filter.ts'
export { listPosts } from './list/list.ts'
export { deleteMovesBefore, selectAddresses as newestAddresses, selectPostsOf as listPostsOf } from './list/store.ts'
export type { Mark, MarkPlace } from './marks-store.ts'
export {
  eachFlag,
  FLAG_COLUMNS,
  FLAG_NAMES,
  flagsIn,
  flagsJson,
  MOST_TAGS_OF_POST,
  NO_FLAGS,
  POST_DECISIONS,
  POST_FLAGS,
  POST_TEXTS,
  POST_VALUES,
  PostBody,
  type PostDecisions,
  type PostFlag,
  type PostFlags,
  type PostMember,
  type PostTexts,
  type PostValues,
} from './members.ts'
export type { ModerationState, Post } from './post.ts'
export { getPost, POST_NUMBER_DIGITS, postByNumber, postId, readPosts, refuseMerged } from './posts.ts'
export { notAuthor, postMerged } from './problems.ts'
export { renderPostsAgain } from './rendering-store.ts'
export { searchPosts, similarPosts } from './search/search.ts'
export { countNewVotes } from './search/store.ts'
export type { Held } from './standing/store.ts'
export { HALF_LIFE_MS } from './standing/trend.ts'
export type { Texts } from './store.ts'
export { postUrl, slugOf } from './url.ts'
export {
  selectListedByStatus as listedByStatus,
  selectListedByTag as listedByTag,
  selectStatusUsage as postsByStatus,
  selectTagUsage as postsByTag,
} from './usage-store.ts'
