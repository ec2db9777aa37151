export { plainTextOf, renderMarkdown } from './markdown.ts'
