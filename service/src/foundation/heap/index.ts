export { giveMemoryBack, keepYoungSmall } from './heap.ts'
