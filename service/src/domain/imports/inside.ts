export { blankPerson, holdErasures } from './erased-store.ts'
