export { barrierToMail, type MailBarrier } from './letter/address.ts'
export { type Letter, letterOf, type Story } from './letter/letter.ts'
export type { News } from './letter/news.ts'
export { type MailPlace, MOST_COUNTED, selectMails as listMails } from './list-store.ts'
export { mailById, mailTrouble } from './look.ts'
export {
  DIGEST,
  MAIL_STATES,
  type Mail,
  type MailState,
  type SkipReason,
  type TeamMail,
  type UserMail,
} from './mail.ts'
export { deleteMailsBefore, selectBacklog as mailBacklog } from './queue/store.ts'
export { type Result, settleMails, type Taken, takeMails } from './send.ts'
export type { Suppression, SuppressionPlace } from './suppressions/store.ts'
export { liftSuppression, listSuppressions, SuppressionReason, suppressAddress } from './suppressions/suppressions.ts'
export {
  isKind,
  type MailLinks,
  type MailTopic,
  openMailLinks,
  type SignedLinks,
  type TopicName,
  type Unsubscription,
} from './unsubscribe/links.ts'
export { changeSubscription, peekSubscription, type Subscription } from './unsubscribe/unsubscribe.ts'
