export { type Objects, withObjects } from './objects.ts'
