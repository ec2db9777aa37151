export { isVotingClosed, STATUS_CATEGORIES, type Status, type StatusCategory } from './status.ts'
export { addFirstStatuses, listStatuses, statusById } from './statuses.ts'
