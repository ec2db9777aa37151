export { forgetUnseenPosts, unseenPostsOf } from './erasure/forget.ts'
export { selectValues as valuesOf } from './field-values-store.ts'
export {
  type Addition,
  addToStandings,
  deletePosts,
  type FirstStanding,
  type ImportedPost,
  insertPosts,
  insertStandings,
  type MergeState,
  selectMergeStates as mergeStatesOf,
  sumImportedVotes,
} from './imported/store.ts'
export { selectMarksOf } from './marks-store.ts'
export { holdPost } from './posts.ts'
export { reindexPosts } from './reindex/reindex.ts'
export { similarIds } from './search/search.ts'
export { countVotesOf } from './search/store.ts'
export { holdPostsOf } from './standing/hold-store.ts'
export { changeStanding, holdPosts, insertStanding, moveBetweenCategories } from './standing/store.ts'
export {
  insertPost,
  keepEdit,
  markPost,
  raiseVersion,
  selectFirstByIds as firstPostsByIds,
  selectPostsByIds as postsByIds,
  takeNumber,
  updatePost,
} from './store.ts'
