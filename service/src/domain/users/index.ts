export type { SignedInUser, User } from '../call/index.ts'
export { type Author, type AuthorRow, toAuthor } from './author.ts'
export { displayName, firstNameOf, type NameChoice, nameChoices } from './display-name.ts'
export {
  findUsers,
  listUsers,
  readUser,
  readUserBySub,
  requireNamed,
  type UserName,
  UserSearch,
  userById,
  userBySub,
  withoutAddress,
} from './find.ts'
export { BanReason, banUser, endSessions, forgetErasuresBefore, unbanUser, userId } from './moderate.ts'
export { userBanned } from './problems.ts'
export {
  blankUser,
  holdWriter,
  lockName,
  type OwnChange,
  type Remembered,
  rememberErasure,
  rememberUser,
  selectErasure as lastErasure,
  selectUsersByIds as usersByIds,
  updateOwn as changeOwnRow,
} from './store.ts'
export { type SignedInRow, toSignedInUser, toUser, type UserRow } from './user.ts'
export { signedInJson, userJson } from './user-json.ts'
export { type Vouched, vouchForUser } from './vouched/vouch.ts'
