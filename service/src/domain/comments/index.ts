export { hasCommentsOfOthers, moveComments, moveCommentsBack } from './store.ts'
