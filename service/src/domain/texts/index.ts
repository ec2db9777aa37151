export { EmailAddress, isEmailAddress } from './address.ts'
export {
  asLine,
  asLines,
  hasControls,
  hidesSomething,
  isAscii,
  isPrintable,
  isVisible,
  SHAPELESS,
  seenIn,
  withoutNonXml,
  withoutUnseen,
  withPlainSpaces,
} from './characters.ts'
export { isSlug, slugFrom } from './slug.ts'
export { fits, lengthOf, Markdown, PRINTABLE, Printable, Text, Title } from './text.ts'
export { invalidText, readBody, readEach, readTitle, textOf } from './texts.ts'
