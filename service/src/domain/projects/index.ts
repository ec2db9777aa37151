export { boardOriginOf } from './board-origin.ts'
export { domainTaken, slugTaken } from './problems.ts'
export {
  type CreatedProject,
  createProject,
  listProjects,
  type Project,
  type ProjectDraft,
  projectBySlug,
  updateProject,
} from './projects.ts'
