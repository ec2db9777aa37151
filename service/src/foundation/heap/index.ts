export { giveMemoryBack, keepHeapSmall } from './heap.ts'
export { keepTick } from './keep-tick.ts'
