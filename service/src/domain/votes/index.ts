export { votingClosed } from './problems.ts'
export {
  copyVotes,
  hasVotesOfOthers,
  insertFirstVote,
  removeCopiedVotes,
  selectTrend as trendOfVotes,
  selectVotedPosts as listVotedPosts,
  selectVoters as listVoters,
  type Voter,
  type VoterPlace,
} from './store.ts'
export { castVote, castVoteFor, withdrawVote, withdrawVoteFor } from './votes.ts'
