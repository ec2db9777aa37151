export * from './problems.ts'
export type { TokenCheck } from './rule.ts'
export type { SignInClaims } from './sign-in-claims.ts'
export { explainSignInToken, type JudgedRule, type TokenReport, verifySignInToken } from './verify.ts'
