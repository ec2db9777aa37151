export {
  INSTANT_LENGTH,
  Instant,
  Nullable,
  OneOf,
  OneOfOrNull,
  optional,
  readInstant,
  Unreadable,
  withDescription,
} from './schemas.ts'
