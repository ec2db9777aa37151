export { addStatus, changeStatus, deleteStatus, LAST_POSITION, MOST_STATUSES, moveStatus } from './change.ts'
export { statusInUse, statusRequired } from './problems.ts'
export { FIRST_STATUSES, isVotingClosed, STATUS_CATEGORIES, type Status, type StatusCategory } from './status.ts'
export { listStatuses, pageStatuses, statusById } from './statuses.ts'
