export type { SignedInUser, User } from '../call/index.ts'
export { type Author, type AuthorRow, toAuthor } from './author.ts'
export { displayName, firstNameOf, type NameChoice, nameChoices } from './display-name.ts'
export {
  findUsers,
  listUsers,
  readUser,
  readUserBySub,
  readUsers,
  type UserName,
  UserSearch,
  withoutAddress,
} from './find.ts'
export { BanReason, banUser, endSessions, forgetErasuresBefore, unbanUser, userId } from './moderate.ts'
export { notificationsOf } from './notification-choices.ts'
export { userBanned } from './problems.ts'
export type { OwnChange, Remembered } from './store.ts'
export { type SignedInRow, toSignedInUser, toUser, type UserRow } from './user.ts'
export { signedInJson, userJson } from './user-json.ts'
export { type Vouched, vouchForUser } from './vouched/vouch.ts'
