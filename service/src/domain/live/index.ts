export {
  changesIn,
  changesSince,
  concernsTeam,
  endsStreams,
  isTold,
  type LiveChange,
  type LiveChanges,
  MOST_CHANGES,
} from './changes.ts'
