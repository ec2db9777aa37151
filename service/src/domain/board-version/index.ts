export { readVersion } from './store.ts'
