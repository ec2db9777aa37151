export { EmailAddress, isEmailAddress } from './address.ts'
export { hidesSomething, isPrintable, isVisible, SHAPELESS, withoutUnseen } from './characters.ts'
export { fits, lengthOf, Markdown, Text, Title } from './text.ts'
export { invalidText, readBody, readEach, readTitle, textOf } from './texts.ts'
