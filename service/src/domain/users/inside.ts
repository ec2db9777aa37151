export { requireNamed, userById, userBySub } from './find.ts'
export {
  blankUser,
  holdWriter,
  lockName,
  rememberErasure,
  rememberUser,
  selectErasure as lastErasure,
  selectUsersByIds as usersByIds,
  updateOwn as changeOwnRow,
} from './store.ts'
