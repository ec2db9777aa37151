export { selectVotedPosts as listVotedPosts, selectVoters as listVoters, type Voter } from './list-store.ts'
export { votingClosed } from './problems.ts'
export {
  copyVotes,
  hasVotesOfOthers,
  insertFirstVote,
  removeCopiedVotes,
  selectTrend as trendOfVotes,
} from './store.ts'
export { castVote, castVoteFor, withdrawVote, withdrawVoteFor } from './votes.ts'
