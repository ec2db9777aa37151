export { queueMails, type ToldPeople } from './queue/queue.ts'
export { deleteMailsOf } from './queue/store.ts'
