export { Instant, Nullable, OneOf, optional, readInstant, Unreadable, withDescription } from './schemas.ts'
