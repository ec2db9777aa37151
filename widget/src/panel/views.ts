/* The views after the first screen, in a separate file: it is loaded once the first screen is there. */
export { Follow } from './follow.tsx'
export { Idea } from './idea.tsx'
export { NewIdea } from './new-idea.tsx'
export { News, Roadmap } from './plans.tsx'
export { Bell, Told } from './told.tsx'
