export { announceDue } from './announce.ts'
export { changeEntry, deleteEntry, EntryBody, MOST_LINKS, previewEntry, writeEntry } from './change.ts'
export { findEntries, getEntry, listEntries } from './changelog.ts'
export {
  ENTRY_STATES,
  type Entry,
  type EntryFilter,
  type EntryState,
  type LinkedPost,
  type NamedEntry,
  stateOf,
} from './entry.ts'
export { renderEntriesAgain } from './rendering-store.ts'
export { selectTitles as titlesOfEntries } from './store.ts'
