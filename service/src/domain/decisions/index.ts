export {
  type Change,
  COUNTED,
  type CountedMeasure,
  type DecisionPost,
  type DecisionQuery,
  EFFORT,
  IMPACT,
  isSmallestFirst,
  type Measure,
  measureOf,
  type RankedPost,
} from './decision.ts'
export { addEstimates, listEstimates } from './estimates.ts'
export {
  CHANGED_DAYS,
  isValueKnown,
  MOST_RANKED,
  type RankedPlace,
  type Ranking,
  rankPosts,
  readRanked,
} from './rank.ts'
export type { SavedView } from './saved-view.ts'
export { isViewQuery, listViews, MOST_SAVED, removeView, saveView, type ViewDraft, ViewQuery } from './views.ts'
