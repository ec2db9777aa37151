export { type CommentRow, toComment } from './comment.ts'
export { forgetUnseenComments, postsOfUnseenComments } from './erasure/forget.ts'
export {
  type Answered,
  deleteComments,
  insertComments,
  selectAnswered,
  selectAnswersTo as answersTo,
} from './imported-store.ts'
export { namedTexts, readMentions } from './mentions.ts'
export { mergedPathOf } from './merged-path.ts'
export {
  hasCommentsOfOthers,
  hasOpenReplies,
  insertComment,
  isInternalComment,
  moveComments,
  moveCommentsBack,
  selectCommentIdsOf as commentIdsOf,
  updateComment,
} from './store.ts'
