export { type LookUpTxt, type TxtAnswer, txtLookUp } from './txt.ts'
