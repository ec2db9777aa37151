export { selectVoters as listVoters, type Voter } from './list-store.ts'
export { votingClosed } from './problems.ts'
export { castVote, castVoteFor, type VoteForDetails, VoteNote, withdrawVote, withdrawVoteFor } from './votes.ts'
