export { deleteSomeVotesFor, deleteVotesFor, selectVotesOfImport as votesOfImport } from './imported-store.ts'
export { selectVotedPosts as listVotedPosts } from './list-store.ts'
export {
  copyVotes,
  copyVotesOf,
  countUncopied,
  forgetNotesOf,
  hasVotesOfOthers,
  insertFirstVote,
  removeCopiedVotes,
  removeImportedVotes,
  removeStaleVotes,
  selectTrend as trendOfVotes,
  selectUncopied as uncopiedVoters,
} from './store.ts'
