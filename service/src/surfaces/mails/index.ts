export { renderMail } from './render.tsx'
export { renderTest } from './team.tsx'
