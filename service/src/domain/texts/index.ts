export { isVisible, SHAPELESS, UNPRINTABLE, withoutUnseen } from './characters.ts'
export { fits, lengthOf, Markdown, Text, Title } from './text.ts'
export { readBody, readEach, readTitle, textOf } from './texts.ts'
