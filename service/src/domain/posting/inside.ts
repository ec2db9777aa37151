export { settleCopies } from './move-back.ts'
export { holdPlaces, mergeQuietly, spreadVotes, unmergeQuietly } from './quiet.ts'
