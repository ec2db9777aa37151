export { boardAudienceOf } from './addresses/former.ts'
export { makeProject, updateLogo, updateProject } from './projects.ts'
export { projectIdsAfter, selectProjectsByIds as projectsByIds, setPast } from './store.ts'
