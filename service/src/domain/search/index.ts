export { inTitle, learnWords, readQuery, type SearchQuery } from './search.ts'
