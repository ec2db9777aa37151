export {
  countUnread,
  deleteNotificationsBefore,
  MOST_UNREAD,
  type NotificationPlace,
  selectNotifications as listNotifications,
} from './list-store.ts'
export { NOTIFICATION_TYPES, type Notification, type NotificationType } from './notification.ts'
export { markRead } from './notifications.ts'
export { noteEvents, openNotifications, tellNext } from './tell.ts'
