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
export { mergePost, unmergePost } from './merge.ts'
export { postInDiscussion } from './problems.ts'
export {
  type AuthorName,
  LONGEST_BODY,
  type PostDraft,
  type ServerDraft,
  writePost,
  writePostAsServer,
  writerNamed,
} from './write.ts'
