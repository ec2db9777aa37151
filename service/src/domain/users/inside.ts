export { requireNamed, userById, userBySub } from './find.ts'
export { deleteImported, type ImportedPerson, insertImported, selectImported } from './imported/store.ts'
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
