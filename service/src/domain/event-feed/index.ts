export {
  type FeedEvent,
  type FeedPage,
  type FeedQuery,
  readFeed,
  SHOWN_TYPES,
  type ShownType,
  type Subject,
} from './feed.ts'
