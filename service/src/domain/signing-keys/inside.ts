export { findSigningKey, noteKeyUse } from './verbs.ts'
