export { renderLetter } from './render.tsx'
