export {
  deleteOwnPost,
  deletePost,
  editOwnPost,
  editPost,
  type PostPatch,
  recordStatus,
  type ServerPatch,
  type Versions,
} from './change.ts'
export {
  type CommentPatch,
  deleteComment,
  deleteOwnComment,
  editComment,
  editOwnComment,
  type ServerCommentPatch,
} from './change-comment.ts'
export {
  type CommentDraft,
  LONGEST_COMMENT,
  type ServerCommentDraft,
  writeComment,
  writeCommentAsServer,
} from './comment.ts'
export { mergePost, unmergePost } from './merge.ts'
export { postInDiscussion } from './problems.ts'
export { changeStatus, type StatusChange } from './status.ts'
export { type Activity, type ActivityPlace, selectActivity as listActivity } from './store.ts'
export {
  type AuthorName,
  LONGEST_BODY,
  type PostDraft,
  type ServerDraft,
  writePost,
  writePostAsServer,
  writerNamed,
} from './write.ts'
