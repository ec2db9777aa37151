export { blankReasonsOf } from './erasure-store.ts'
export {
  closeItem,
  type FiledReport,
  type Item,
  type ItemFilter,
  type ItemPlace,
  insertReport,
  leaveQueue,
  queueForApproval,
  type Report,
  reopenItem,
  type Subject,
  selectItem as itemOf,
  selectOpenItems as listOpenItems,
  selectReports as reportsOf,
} from './store.ts'
