export { LANGUAGES, type Language, type Project, type ProjectDraft } from '../call/index.ts'
export { mayHaveCertificate } from './addresses/certificates.ts'
export {
  type BoardMove,
  boardMove,
  type FormerOrigin,
  forgetFormerAddresses,
  formerOriginsOf,
  moveBy,
} from './addresses/former.ts'
export { type BoardNames, boardOriginOf } from './board-origin.ts'
export { claimOf, type DomainClaim, type DomainRecord, recordOf } from './domains/claim.ts'
export { trustDomain, verifyDomain, verifyOpenClaims } from './domains/verify.ts'
export { Domain, ProjectName, refuseInvalid, SignInUrl, Slug, WelcomeNote } from './fields.ts'
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
  findProject,
  isAllowedOrigin,
  listProjects,
  projectByBoardHost,
  projectById,
  projectByPublishableKey,
  projectBySlug,
} from './projects.ts'
