export { type Pictures, plainTextOf, renderMarkdown, type ShownPicture, withNames, withPicturesAt } from './markdown.ts'
export { type Mentions, mentionOf, mentionsIn, type NamedPerson, withMentions, withoutMentions } from './mentions.ts'
