export { changeMe } from './choose.ts'
export { OwnName, TypedOwnName } from './own-name.ts'
export { nameLocked, nameUnavailable } from './problems.ts'
