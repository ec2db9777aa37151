export { risingPosts } from './rising.ts'
export { readSection, readToday, SECTIONS, type Section, type TodayItem, todayItem } from './sections.ts'
export { type TraitShare, traitsOf, votersByTrait } from './traits.ts'
export { votesByDay } from './votes-by-day.ts'
