export {
  INSTANT_LENGTH,
  Instant,
  Nullable,
  OneOf,
  optional,
  readInstant,
  Unreadable,
  withDescription,
} from './schemas.ts'
