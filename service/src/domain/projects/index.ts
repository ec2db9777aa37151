export { LANGUAGES, type Language, type Project, type ProjectDraft } from '../call/index.ts'
export {
  type BoardMove,
  boardAudienceOf,
  boardMove,
  type FormerOrigin,
  forgetFormerAddresses,
  formerOriginsOf,
} from './addresses/former.ts'
export { type BoardNames, boardOriginOf } from './board-origin.ts'
export { claimOf, type DomainClaim, type DomainRecord, recordOf } from './domains/claim.ts'
export { trustDomain, verifyDomain, verifyOpenClaims } from './domains/verify.ts'
export { Domain, ProjectName, refuseInvalid, SignInUrl, Slug } from './fields.ts'
export {
  domainClaimLapsed,
  domainNotSet,
  domainTaken,
  domainUnproven,
  projectKeyInvalid,
  projectKeyRequired,
  slugTaken,
} from './problems.ts'
export {
  createProject,
  isAllowedOrigin,
  listProjects,
  makeProject,
  projectByBoardHost,
  projectById,
  projectByPublishableKey,
  projectBySlug,
  updateLogo,
  updateProject,
} from './projects.ts'
export { projectIdsAfter } from './store.ts'
