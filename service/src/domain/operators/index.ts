export {
  type Account,
  changeOwnsAll,
  listAccounts,
  operatorNamed,
  operatorsAt,
  type Removal,
  removeOperator,
  signOutOperator,
} from './accounts/accounts.ts'
export { createProjectAs, enterProject, projectsOf, requireOwnsAll, requireRole } from './enter-project.ts'
export {
  enterByLink,
  type IssuedLink,
  issueFirstLink,
  issueLinkAgain,
  issueOperatorLink,
  type LinkOwner,
  type OperatorLink,
  peekLink,
} from './links.ts'
export { isAtLeast, type Operator, ROLES, type Role } from './operator.ts'
export {
  addPasskey,
  confirmByPasskey,
  enterByPasskey,
  listPasskeys,
  type Passkey,
  PasskeyName,
  passkeyCreation,
  passkeyRequest,
  removePasskey,
} from './passkeys/passkeys.ts'
export {
  changeRole,
  endSessionsHere,
  type Invitation,
  invite,
  listPeople,
  type Person,
  withdrawInvitation,
} from './people.ts'
export {
  confirmationRequired,
  linkInvalid,
  operatorRequired,
  ownAccount,
  ownsEverything,
  passkeyRejected,
  roleMissing,
} from './problems.ts'
export {
  type AccountCall,
  countOwnSessions,
  isConfirmed,
  isUnconfirmedOperator,
  type OpenedSession,
  requireConfirmed,
  resolveOperator,
  signOut,
  signOutElsewhere,
  signOutEverywhere,
} from './sessions.ts'
export { deleteOperatorLeftovers } from './store.ts'
