export { scopeMissing, secretKeyInBrowser, secretKeyInvalid } from './problems.ts'
export { isUnlimited, OFFERED_SCOPES, SCOPES, type Scope } from './scopes.ts'
export {
  issueSecretKey,
  KeyName,
  listSecretKeys,
  requireScope,
  revokeSecretKey,
  type SecretKey,
  secretKeyOf,
} from './secret-keys.ts'
