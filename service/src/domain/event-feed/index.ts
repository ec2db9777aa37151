export {
  type FeedEvent,
  type FeedPage,
  type FeedQuery,
  oldestEvent,
  readFeed,
  recordedTypes,
  SHOWN_TYPES,
  type ShownType,
  type Subject,
  shownTypeOf,
} from './feed.ts'
