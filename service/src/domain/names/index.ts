export { changeMe } from './choose.ts'
export { OwnName } from './own-name.ts'
export { nameLocked, nameUnavailable } from './problems.ts'
