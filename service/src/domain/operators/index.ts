export { createProjectAs, enterProject, projectsOf, requireRole } from './enter-project.ts'
export {
  enterByLink,
  type IssuedLink,
  issueFirstLink,
  issueOperatorLink,
  type LinkOwner,
  peekLink,
} from './links.ts'
export { isAtLeast, type Operator, ROLES, type Role } from './operator.ts'
export {
  addPasskey,
  confirmByPasskey,
  enterByPasskey,
  listPasskeys,
  type Passkey,
  passkeyCreation,
  passkeyRequest,
  removePasskey,
} from './passkeys/passkeys.ts'
export { changeRole, type Invitation, invite, listPeople, type Person, withdrawInvitation } from './people.ts'
export { confirmationRequired, linkInvalid, operatorRequired, passkeyRejected, roleMissing } from './problems.ts'
export {
  type AccountCall,
  isConfirmed,
  type OpenedSession,
  requireConfirmed,
  resolveOperator,
  signOut,
  signOutEverywhere,
} from './sessions.ts'
export { deleteOperatorLeftovers } from './store.ts'
