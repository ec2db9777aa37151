export { deleteNotificationsOf } from './list-store.ts'
export { CHOICE_OF, type NotificationType, notificationId } from './notification.ts'
