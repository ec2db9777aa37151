export { followPost, unfollowPost } from './follows.ts'
