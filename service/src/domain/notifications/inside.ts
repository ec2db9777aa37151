export { deleteNotificationsOf } from './list-store.ts'
export { notificationId } from './notification.ts'
