export { hashSecret, isSecret, newSecret, SECRET_TEXT, type SecretKind } from './secrets.ts'
