export { isSuppressed } from './letter/store.ts'
export { nextDigest } from './queue/hours.ts'
export { queueMails, type ToldPeople } from './queue/queue.ts'
export { deleteMailsOf, insertInvitationMail, insertOperatorMails } from './queue/store.ts'
