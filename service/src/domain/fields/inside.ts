export { isChangeSeen, readFieldFilter, valuesAfter, valuesOfNew } from './fields.ts'
export {
  type DeletedField,
  removeCategoryFromFields,
  removeField,
  selectDeleted as firstDeletedField,
} from './store.ts'
export { readValues, type StoredValues } from './values.ts'
