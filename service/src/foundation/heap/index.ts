export { giveMemoryBack, keepHeapSmall } from './heap.ts'
