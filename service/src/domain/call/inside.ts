export { byActor, byActorThere } from './call.ts'
