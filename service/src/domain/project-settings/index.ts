export { changeSettings, isFarReaching } from './change.ts'
export { followLanguageChanges } from './follow-language.ts'
