export { scopeMissing, secretKeyInBrowser, secretKeyInvalid } from './problems.ts'
export { SCOPES, type Scope } from './scopes.ts'
export {
  issueSecretKey,
  listSecretKeys,
  requireScope,
  revokeSecretKey,
  type SecretKey,
  secretKeyOf,
} from './secret-keys.ts'
