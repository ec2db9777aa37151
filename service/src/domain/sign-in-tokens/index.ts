export { AFTER_ERASURE, firstErasureAgainst } from './erasure.ts'
export { kidOfToken } from './kid-of-token.ts'
export { tidyName } from './names.ts'
export { LONGEST_NAME, Sub } from './person.ts'
export * from './problems.ts'
export * as tokenKinds from './problems.ts'
export { readPerson } from './read-person.ts'
export type { TokenCheck } from './rule.ts'
export type { PersonClaims, SignInClaims } from './sign-in-claims.ts'
export {
  type BrokenRule,
  explainSignInToken,
  type JudgedRule,
  TokenRefused,
  type TokenReport,
  verifySignInToken,
} from './verify.ts'
