export { isVisible, UNPRINTABLE, withoutUnseen } from './characters.ts'
export { readBody, readTitle, textOf } from './texts.ts'
