export { deleteFollowsFor, deleteFollowsOfImport, insertFollows } from './imported-store.ts'
export {
  copyFollows,
  deleteFollowsOf,
  insertFollow,
  removeCopiedFollows,
  selectFollowedPosts as listFollowedPosts,
} from './store.ts'
