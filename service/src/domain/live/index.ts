export {
  audienceOf,
  changesIn,
  changesSince,
  concernsTeam,
  endsStreams,
  type LiveChange,
  MOST_CHANGES,
} from './changes.ts'
