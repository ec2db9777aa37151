export { renderMarkdown } from './markdown.ts'
