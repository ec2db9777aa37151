export { boardOriginOf } from './board-origin.ts'
export { LANGUAGES, type Language } from './language.ts'
export { domainTaken, projectKeyInvalid, projectKeyRequired, slugTaken } from './problems.ts'
export {
  createProject,
  isAllowedOrigin,
  listProjects,
  makeProject,
  type Project,
  type ProjectDraft,
  projectByBoardHost,
  projectById,
  projectByPublishableKey,
  projectBySlug,
  updateProject,
} from './projects.ts'
export { projectIdsAfter } from './store.ts'
