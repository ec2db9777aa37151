export { addressesOf, type OperatorBarrier } from './addresses.ts'
export type { AlarmFacts, AlarmKind, AlarmSentence } from './alarms.ts'
export {
  chooseTeamMails,
  mailsOwnInvitations,
  type OwnTeamMails,
  ownTeamMails,
  type TeamMailChoice,
} from './choices.ts'
export { type OperatorMailKind, topicOf } from './kinds.ts'
export {
  type AlarmLetter,
  didNotLeave,
  type InvitationLetter,
  type MailReader,
  readLetter,
  readyToLeave,
  type SummaryLetter,
  type TeamLetter,
} from './letter.ts'
export { peekTeamMail, switchTeamMail, type TeamUnsubscription, writeTeamLink } from './links.ts'
export { noteForTeam, openTeamMails, warnOfRefusals } from './queue.ts'
export { type Summary, shareSummaries } from './summary.ts'
