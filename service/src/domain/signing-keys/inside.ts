export { findSigningKey, keysInUse, noteKeyUse } from './verbs.ts'
