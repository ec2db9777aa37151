export { isDismissed } from './duplicates.ts'
