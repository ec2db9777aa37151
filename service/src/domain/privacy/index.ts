export { eraseUser } from './erase.ts'
export { personalData } from './export/export.ts'
export type {
  ExportedCode,
  ExportedComment,
  ExportedEdit,
  ExportedEvent,
  ExportedMail,
  ExportedMark,
  ExportedMute,
  ExportedNotification,
  ExportedPost,
  ExportedReport,
  ExportedSession,
  ExportedSuppression,
} from './export/exported.ts'
export { type Outlook, selectOutlook as outlookOfErasure } from './outlook-store.ts'
