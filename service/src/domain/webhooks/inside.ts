export { blankAnswersAbout } from './deliveries/list-store.ts'
export { selectWebhook as findWebhook } from './store.ts'
