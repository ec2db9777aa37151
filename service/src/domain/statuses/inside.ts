export { addFirstStatuses, holdStatus } from './statuses.ts'
