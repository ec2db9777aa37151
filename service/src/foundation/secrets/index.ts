export { hashSecret, isSecret, newChallenge, newSecret, SECRET_TEXT, type SecretKind } from './secrets.ts'
export { selectServiceKey } from './store.ts'
