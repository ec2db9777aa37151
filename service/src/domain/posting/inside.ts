export { settleCopies } from './move-back.ts'
export { holdWithTargets, mergeQuietly, spreadVotes, unmergeQuietly } from './quiet.ts'
