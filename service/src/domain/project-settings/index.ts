export { asksForConfirmation, changeSettings } from './change.ts'
export { followLanguageChanges } from './follow-language.ts'
export { changeLogo } from './logo.ts'
