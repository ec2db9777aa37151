export { leaveQueue, queueForApproval, type Subject } from './store.ts'
