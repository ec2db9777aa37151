export { changeMe } from './choose.ts'
export { nameLocked, nameUnavailable } from './problems.ts'
