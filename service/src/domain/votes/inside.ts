export { deleteVotesFor, deleteVotesOfImport } from './imported-store.ts'
export { selectVotedPosts as listVotedPosts } from './list-store.ts'
export {
  copyVotes,
  forgetNotesOf,
  hasVotesOfOthers,
  insertFirstVote,
  removeCopiedVotes,
  selectTrend as trendOfVotes,
} from './store.ts'
