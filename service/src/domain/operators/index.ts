export { type AccountCall, isAtLeast, type Operator, ROLES, type Role, roleMissing } from '../call/index.ts'
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
export { createProjectAs, enterProject, projectsOf } from './enter-project.ts'
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
export { isReachable } from './operator.ts'
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
} from './problems.ts'
export {
  countOwnSessions,
  isConfirmed,
  type OpenedSession,
  requireConfirmed,
  resolveOperator,
  signOut,
  signOutElsewhere,
  signOutEverywhere,
} from './sessions.ts'
export { deleteOperatorLeftovers, selectLasting as areOperatorsLasting } from './store.ts'
