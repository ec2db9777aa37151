export { byActor } from './call.ts'
