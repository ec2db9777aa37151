export { lockProject } from './store.ts'
