export { renderMail } from './render.tsx'
