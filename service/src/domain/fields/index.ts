export {
  addField,
  changeField,
  deleteField,
  type FieldDraft,
  type FieldPatch,
  LAST_FIELD_POSITION,
  MOST_FIELDS,
  MOST_OPTIONS,
  MOST_OPTIONS_IN_ALL,
  moveField,
  type OptionDraft,
} from './change.ts'
export {
  choicesOf,
  FIELD_VISIBLE_TO,
  type Field,
  FieldKey,
  type FieldKind,
  FieldLabel,
  type FieldOption,
  type FieldValue,
  type FieldValues,
  type FieldVisibleTo,
  fieldJson,
  hasOptions,
  isFieldKey,
  isFor,
  KEY_PATTERN,
  KINDS,
  OptionLabel,
  OptionValue,
} from './field.ts'
export { fieldById, fieldsFor, findable, listFields, pageFields } from './fields.ts'
export { fieldKeyTaken } from './problems.ts'
export { isStoredOptions, isStoredValues } from './stored.ts'
export {
  FieldText,
  FieldUrl,
  fromText,
  type GivenValues,
  MOST_CHOSEN,
  MOST_VALUE_BYTES,
  sayValue,
} from './values.ts'
