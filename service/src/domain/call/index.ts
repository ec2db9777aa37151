export {
  type Actor,
  type ActorName,
  type ConsoleUser,
  nameOf,
  type Server,
  type SignedIn,
  SYSTEM,
  type System,
  VISITOR,
  type Visitor,
} from './actor.ts'
export {
  type AccountCall,
  atInstant,
  type BoardCall,
  type Call,
  inProject,
  inTransaction,
  isOperator,
  isServer,
  isSignedIn,
  isTeam,
  newCall,
  type OperatorCall,
  onTransaction,
  type Permitted,
  type Places,
  type ProjectCall,
  type Proof,
  type ReaderCall,
  type ServerCall,
  type ServiceCall,
  type SystemCall,
  type UserCall,
  viewerOf,
} from './call.ts'
export { LANGUAGES, type Language } from './language.ts'
export {
  ALL_PERMISSIONS,
  holdersOf,
  isAtLeast,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
  roleMay,
  type ServerPermission,
} from './permissions.ts'
export { may, type Needs, type ProofOf, permit, permitService, systemCall, systemCallIn } from './permit.ts'
export { permissionMissing, roleMissing, scopeMissing, sessionRequired } from './problems.ts'
export { readAside, readingOfNow } from './reading.ts'
export {
  FREQUENCIES,
  type NotificationChoices,
  type Operator,
  type OperatorSession,
  type Project,
  type ProjectDraft,
  type SecretKey,
  type SignedInUser,
  type User,
} from './records.ts'
export { isUnlimited, SCOPES, type Scope } from './scopes.ts'
