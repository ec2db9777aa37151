export { isVisible, SHAPELESS, UNPRINTABLE, withoutUnseen } from './characters.ts'
export { readBody, readEach, readTitle, textOf } from './texts.ts'
