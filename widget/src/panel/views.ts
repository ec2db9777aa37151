/* What is shown after the first screen, in a file of its own: it is fetched once the first screen is there. */
export { Idea } from './idea.tsx'
export { News, Roadmap } from './plans.tsx'
export { Bell, Told } from './told.tsx'
