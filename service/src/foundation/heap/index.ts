export { giveMemoryBack } from './heap.ts'
