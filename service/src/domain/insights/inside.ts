export { countAnew, forgetNarrowViews } from './insights.ts'
