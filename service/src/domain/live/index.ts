export {
  changesIn,
  changesSince,
  concernsTeam,
  endsStreams,
  type LiveChange,
  type LiveChanges,
  MOST_CHANGES,
} from './changes.ts'
