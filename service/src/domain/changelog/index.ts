export { announceDue } from './announce.ts'
export { changeEntry, deleteEntry, LONGEST_ENTRY, MOST_LINKS, writeEntry } from './change.ts'
export { getEntry, listEntries } from './changelog.ts'
export { ENTRY_STATES, type Entry, type EntryFilter, stateOf } from './entry.ts'
