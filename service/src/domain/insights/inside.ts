export { countAnew, firstPosts, forgetNarrowViews, type PostNumbers, withTies } from './insights.ts'
