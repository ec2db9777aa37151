export { sealText, unsealText } from './sealing.ts'
export {
  hashSecret,
  isSecret,
  newChallenge,
  newSecret,
  newSigningSecret,
  SECRET_TEXT,
  type SecretKind,
  signingSecretText,
} from './secrets.ts'
export { selectServiceKey } from './store.ts'
