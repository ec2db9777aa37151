export { NOTIFICATION_TYPES, type NotificationType } from '../notification-types.ts'
export {
  countUnread,
  deleteNotificationsBefore,
  MOST_UNREAD,
  type NotificationPlace,
} from './list-store.ts'
export type { Notification } from './notification.ts'
export { listNotifications, markRead } from './notifications.ts'
export { selectBacklog as notificationBacklog } from './rounds-store.ts'
export { NOTIFICATIONS_KEPT_MS, noteEvents, openNotifications, tellNext } from './tell.ts'
