export { followPost, unfollowPost } from './follows.ts'
export {
  copyFollows,
  deleteFollowsOf,
  insertFollow,
  removeCopiedFollows,
  selectFollowedPosts as listFollowedPosts,
} from './store.ts'
