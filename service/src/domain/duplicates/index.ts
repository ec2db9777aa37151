export { type CheckFailure, compareNext, noteChecks, openDuplicates, type Tries } from './checks.ts'
export { duplicateJson } from './duplicate-json.ts'
export {
  type Common,
  countDuplicates,
  type Duplicate,
  dismissDuplicate,
  listDuplicates,
  readDuplicate,
  reopenDuplicate,
} from './duplicates.ts'
export { MOST_OPEN, type PairPlace, SUGGESTION_STATES, type SuggestionState } from './store.ts'
