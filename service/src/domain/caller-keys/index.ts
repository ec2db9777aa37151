export { isUnlimited, SCOPES, type Scope, type SecretKey, scopeMissing } from '../call/index.ts'
export { secretKeyInBrowser, secretKeyInvalid } from './problems.ts'
export {
  issueSecretKey,
  KeyName,
  listSecretKeys,
  resolveSecretKey,
  revokeSecretKey,
  stillValid,
} from './secret-keys.ts'
