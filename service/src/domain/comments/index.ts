export { type Comment, isPublic } from './comment.ts'
export { COMMENT_QUERY, findComments, getComment, type HeldComment, holdComment, listCommentsOf } from './comments.ts'
export { forgetUnseenComments, postsOfUnseenComments } from './erasure/forget.ts'
export { commentsLocked } from './problems.ts'
export { renderCommentsAgain } from './rendering-store.ts'
export {
  hasCommentsOfOthers,
  hasOpenReplies,
  insertComment,
  isInternalComment,
  markHold,
  moveComments,
  moveCommentsBack,
  selectCommentIdsOf as commentIdsOf,
  selectCommentsByIds as commentsByIds,
  undoHold,
  updateComment,
} from './store.ts'
