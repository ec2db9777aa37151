export { type Comment, isPublic } from './comment.ts'
export { getComment, type HeldComment, holdComment, listCommentsOf } from './comments.ts'
export { forgetUnseenComments, postsOfUnseenComments } from './erasure/forget.ts'
export { type CommentFilter, selectComments as listComments } from './list/store.ts'
export { commentsLocked } from './problems.ts'
export { renderCommentsAgain } from './rendering/store.ts'
export {
  hasCommentsOfOthers,
  hasOpenReplies,
  insertComment,
  isInternalComment,
  markHold,
  moveComments,
  moveCommentsBack,
  selectCommentsByIds as commentsByIds,
  undoHold,
  updateComment,
} from './store.ts'
