export { type Memory, openMemory } from './memory.ts'
