export { type Memory, openMemory } from './memory.ts'
export { openSharedWork, type SharedWork } from './shared-work.ts'
