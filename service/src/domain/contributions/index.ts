export {
  CONTRIBUTIONS,
  type Contribution,
  type ContributionKind,
  listContributions,
  listOwnMarks,
} from './contributions.ts'
