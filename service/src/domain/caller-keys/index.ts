export { SCOPES, type Scope } from './scopes.ts'
export { type IssuedSecretKey, issueSecretKey, type SecretKey } from './secret-keys.ts'
