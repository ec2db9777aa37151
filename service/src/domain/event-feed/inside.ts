export { beginningOf, withSubjects } from './feed.ts'
