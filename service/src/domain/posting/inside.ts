export { settleCopies } from './move-back.ts'
export { holdWithTargets, mergeQuietly, spreadFollows, spreadVotes, unmergeQuietly } from './quiet.ts'
