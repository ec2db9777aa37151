export { entriesByIds } from './changelog.ts'
