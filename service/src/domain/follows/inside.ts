export {
  copyFollows,
  deleteFollowsOf,
  insertFollow,
  removeCopiedFollows,
  selectFollowedPosts as listFollowedPosts,
} from './store.ts'
