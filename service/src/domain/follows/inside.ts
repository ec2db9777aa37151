export { deleteFollowsFor, insertFollows, selectFollowsOfImport as followsOfImport } from './imported-store.ts'
export {
  copyFollows,
  deleteFollowsOf,
  insertFollow,
  removeCopiedFollows,
  removeImportedFollows,
  removeStaleFollows,
  selectFollowedPosts as listFollowedPosts,
} from './store.ts'
