export { blankPerson } from './rows-store.ts'
