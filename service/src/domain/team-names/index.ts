export { readsAsTeam } from './team-names.ts'
