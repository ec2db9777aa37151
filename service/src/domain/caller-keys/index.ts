export { scopeMissing, secretKeyInBrowser, secretKeyInvalid } from './problems.ts'
export { isUnlimited, OFFERED_SCOPES, SCOPES, type Scope } from './scopes.ts'
export {
  issueSecretKey,
  listSecretKeys,
  requireScope,
  revokeSecretKey,
  type SecretKey,
  secretKeyOf,
  stillValid,
} from './secret-keys.ts'
