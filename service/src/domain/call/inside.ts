export { byActor, byActorInProject } from './call.ts'
