export { changeMe } from './choose.ts'
export { nameLocked, nameUnavailable } from './problems.ts'
export { readsAsTeam } from './team-names.ts'
