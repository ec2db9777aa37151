export { countAnew, firstPosts, forgetNarrowViews, gainsOf, type PostNumbers, withTies } from './insights.ts'
