export { type AddressAnswer, lookUpAddresses } from './addresses.ts'
export { type LookUpTxt, type TxtAnswer, txtLookUp } from './txt.ts'
