export { type CheckedUrl, checkAddress } from './address.ts'
export {
  type Attempt,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
} from './deliveries/delivery.ts'
export { type DeliveryFilter, type DeliveryPlace, MOST_SENT_AGAIN } from './deliveries/list-store.ts'
export { headersOf, type Parcel, sendParcel } from './deliveries/parcel.ts'
export { advanceReplay, openWebhookQueue, queueEvents } from './deliveries/queue.ts'
export {
  attemptOf,
  type Consignment,
  consignmentOf,
  disableFailing,
  dueWebhooks,
  endLease,
  isDelivered,
  isWell,
  type Lease,
  renewLease,
  settleDeliveries,
  type Tried,
  takeWebhook,
} from './deliveries/send.ts'
export {
  type DisabledWebhook,
  type DueDelivery,
  type DueWebhook,
  deleteDeliveriesBefore,
  deleteLeftDeliveries,
  selectBacklog as deliveryBacklog,
  selectDueDeliveries as dueDeliveries,
} from './deliveries/send-store.ts'
export { TEST_TYPE, type TestEvent, testEventFor } from './deliveries/test-event.ts'
export {
  deliveryById,
  listDeliveries,
  redeliver,
  redeliverFailed,
  replayEvents,
} from './deliveries/verbs.ts'
export type { NoParcel, WebhookDesk } from './desk.ts'
export { urlNotAllowed, webhookDisabled } from './problems.ts'
export { forgetFormerSecrets } from './store.ts'
export {
  addWebhook,
  changeWebhook,
  type IssuedWebhook,
  listWebhooks,
  MOST_WEBHOOKS,
  removeWebhook,
  rotateSecret,
  webhookById,
} from './verbs.ts'
export {
  ALL_EVENTS,
  type Conditions,
  DELIVERIES_KEPT_DAYS,
  DISABLED_REASONS,
  type DisabledReason,
  type EventChoice,
  FORMATS,
  FORMER_SECRET_SIGNS_HOURS,
  MOST_VOTES_WAITED_FOR,
  WEBHOOK_STATES,
  type Webhook,
  WebhookDescription,
  type WebhookFormat,
  type WebhookState,
  WebhookUrl,
} from './webhook.ts'
export { attemptJson, webhookJson } from './webhook-json.ts'
