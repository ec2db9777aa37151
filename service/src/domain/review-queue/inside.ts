export { blankReasonsOf } from './erasure-store.ts'
export {
  closeItem,
  insertReport,
  leaveQueue,
  queueForApproval,
  reopenItem,
  selectItem as itemOf,
  selectOpenItems as listOpenItems,
  selectReports as reportsOf,
} from './store.ts'
