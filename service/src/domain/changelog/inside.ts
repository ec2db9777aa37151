export { entriesByIds } from './changelog.ts'
export { insertImportedEntries, removeEntries } from './imported-store.ts'
