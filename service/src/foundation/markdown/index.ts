export { type Pictures, plainTextOf, renderMarkdown, type ShownPicture, withPicturesAt } from './markdown.ts'
