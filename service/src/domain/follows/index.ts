export { followPost, unfollowPost } from './follows.ts'
export {
  copyFollows,
  deleteFollowsOf,
  type FollowPlace,
  insertFollow,
  removeCopiedFollows,
  selectFollowedPosts as listFollowedPosts,
} from './store.ts'
