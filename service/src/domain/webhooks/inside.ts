export { selectWebhook as findWebhook } from './store.ts'
