export { described, Instant, Nullable, OneOf, optional, readInstant, Unreadable } from './schemas.ts'
