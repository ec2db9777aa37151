export { described, INSTANT_LENGTH, Instant, Nullable, OneOf, optional, readInstant, Unreadable } from './schemas.ts'
