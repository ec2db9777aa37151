export { giveMemoryBack, keepHeapSmall } from './heap.ts'
export { keepTick } from './keep-tick.ts'
export { ShortLivedMap } from './short-lived-map.ts'
export { type PlaceInLine, WaitingList } from './waiting-list.ts'
