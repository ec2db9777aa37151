export { eraseUser } from './erase.ts'
export { exportDocument } from './export/document.ts'
export { type Outlook, selectOutlook as outlookOfErasure } from './outlook-store.ts'
