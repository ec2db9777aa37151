export { described, Instant, Nullable, OneOf, optional, Unreadable } from './schemas.ts'
