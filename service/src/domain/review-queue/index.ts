export { blankReasonsOf } from './erasure/store.ts'
export {
  closeItem,
  type Item,
  type ItemFilter,
  type ItemPlace,
  insertReport,
  leaveQueue,
  queueForApproval,
  type Report,
  type Subject,
  selectItem as itemOf,
  selectOpenItems as listOpenItems,
} from './store.ts'
