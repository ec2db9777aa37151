export { issueMailedLink, teamMember } from './mailing.ts'
export {
  selectInvitation as waitingInvitation,
  selectTeam as teamOf,
  type TeamMember,
  type WaitingInvitation,
} from './mailing-store.ts'
export { isUnconfirmedOperator } from './sessions.ts'
