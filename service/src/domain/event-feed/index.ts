export {
  type FeedEvent,
  type FeedPage,
  type FeedQuery,
  readFeed,
  recordedTypes,
  SHOWN_TYPES,
  type ShownType,
  type Subject,
  shownTypeOf,
} from './feed.ts'
