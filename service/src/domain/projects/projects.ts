import { type Id, newId } from '../../foundation/ids/index.ts'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'
import { notFound, Problem, versionConflict } from '../../foundation/problems/index.ts'
import { isSecret, newChallenge, newSecret } from '../../foundation/secrets/index.ts'
import { isStorable } from '../../foundation/storage/index.ts'
import {
  type Call,
  inProject,
  inTransaction,
  type NotificationChoices,
  type Project,
  type ProjectCall,
  type ProjectDraft,
  permit,
  type ServiceCall,
} from '../call/index.ts'
import { issueSecretKey, SCOPES } from '../caller-keys/index.ts'
import { recordEvent } from '../events/inside.ts'
import { membersOf } from '../members.ts'
import { addFirstStatuses } from '../statuses/inside.ts'
import { followAddresses, formerSince } from './addresses/former.ts'
import { namesAt } from './board-origin.ts'
import { claimedAtAfter } from './domains/claim.ts'
import { readDraft, refuseDropped } from './fields.ts'
import { projectKeyInvalid } from './problems.ts'
import {
  changeLogo,
  changeProject,
  holdProject,
  insertProject,
  selectAllowedOrigin,
  selectProject,
  selectProjectByBoard,
  selectProjectByPublishableKey,
  selectProjectBySlug,
  selectProjects,
} from './store.ts'

export interface CreatedProject {
  readonly project: Project
  /** Shown once. It has every scope, for the person who made the project. */
  readonly secretKey: string
}

type NewProject = Pick<ProjectDraft, 'name' | 'slug'> & Partial<ProjectDraft>

/** Makes a project with a first key for the client's server. The work of `fill` commits with it, or nothing does. */
export function createProject<C extends ServiceCall>(
  call: C,
  draft: NewProject,
  fill: (call: C, created: CreatedProject) => Promise<void> = async () => {},
): Promise<CreatedProject> {
  return inTransaction(call, async (call) => {
    const project = await makeProject(call, draft)
    const { secret } = await issueSecretKey(permit(inProject(call, project), 'secret_keys:write'), {
      name: 'First key',
      scopes: SCOPES,
    })
    const created = { project, secretKey: secret }
    await fill(call, created)
    return created
  })
}

const FIRST_DEFAULTS: NotificationChoices = {
  email: true,
  frequency: 'instant',
  statusChanges: true,
  comments: true,
  changelog: true,
}

/** `addStatuses`: those that every new project has, or others. */
export function makeProject(call: Call, draft: NewProject, addStatuses = addFirstStatuses): Promise<Project> {
  const project: Project = {
    isPrivate: false,
    signInUrl: undefined,
    domain: undefined,
    allowedOrigins: [],
    allowedTraits: [],
    accountTrait: undefined,
    valueTrait: undefined,
    language: 'english',
    requiresApproval: false,
    accentColor: '#14614a',
    timeZone: 'UTC',
    welcomeNote: undefined,
    ...readDraft(draft, call.places),
    notificationDefaults: { ...FIRST_DEFAULTS, ...draft.notificationDefaults },
    id: newId('project'),
    publishableKey: newSecret('publishableKey'),
    domainClaimedAt: draft.domain === undefined ? undefined : call.now,
    verifiedDomain: undefined,
    domainVerifiedAt: undefined,
    domainChallenge: newChallenge(),
    logoId: undefined,
    createdAt: call.now,
    updatedAt: call.now,
    version: 1,
  }
  refuseDropped(project)
  return inTransaction(call, async (call) => {
    await insertProject(call, project)
    await followAddresses(inProject(call, project), undefined, project)
    await addStatuses(call, project.id)
    return project
  })
}

/** All projects, the oldest first. */
export function listProjects(call: ServiceCall, page: PageRequest<string>): Promise<Page<Project, string>> {
  return selectProjects(call, page)
}

/** The project with this slug, if there is one. */
export function findProject(call: ServiceCall, slug: string): Promise<Project | undefined> {
  return selectProjectBySlug(call, slug)
}

/** Takes any text; a text that the database cannot hold is not a slug. */
export async function projectBySlug(call: Call, slug: string): Promise<Project> {
  const project = isStorable(slug) ? await selectProjectBySlug(call, slug) : undefined
  if (!project) throw new Problem(notFound, { detail: `There is no project with the slug "${slug}".` })
  return project
}

/**
 * Changes only the named fields, so two changes of different fields both take effect. A change of the language
 * needs more: `domain/project-settings` does it. `judge` may refuse: it sees the locked project, which cannot change meanwhile.
 */
export async function updateProject(
  call: ProjectCall,
  asked: Partial<ProjectDraft>,
  versions?: readonly number[],
  judge: (before: Project) => void = () => {},
): Promise<Project> {
  const changes = readDraft(asked, call.places)
  return inTransaction(call, async (call) => {
    const before = await holdProject(call)
    if (!before) throw new Problem(notFound)
    if (versions && !versions.includes(before.version)) throw new Problem(versionConflict)
    judge(before)
    refuseDropped({ ...before, ...changes })
    const claimedAt = claimedAtAfter(before, changes.domain, call.now)
    const project = await changeProject(call, changes, claimedAt)
    if (!project) throw new Problem(notFound)
    await followAddresses(call, before, project)
    await recordEvent(call, { type: 'project.updated', subject: project.id, data: { members: membersOf(changes) } })
    return project
  })
}

/** Sets the id of the project's logo; `domain/project-settings` stores the picture. */
export async function updateLogo(call: ProjectCall, logoId: Id<'file'> | undefined): Promise<Project> {
  const project = await changeLogo(call, logoId)
  if (!project) throw new Problem(notFound)
  await recordEvent(call, { type: 'project.updated', subject: project.id, data: { members: ['logo'] } })
  return project
}

/** The project that a publishable key names; never anything that a token says. */
export async function projectByPublishableKey(call: Call, key: string): Promise<Project> {
  const project = isSecret('publishableKey', key) ? await selectProjectByPublishableKey(call, key) : undefined
  if (!project) throw new Problem(projectKeyInvalid)
  return project
}

/** The project whose board is at this host, or was until less than 24 hours ago. */
export async function projectByBoardHost(call: Call, host: string): Promise<Project | undefined> {
  return selectProjectByBoard(call, { ...namesAt(call.places, host), leftAfter: formerSince(call) })
}

/** Whether pages of this origin may call the API for any project. Each request is checked again for its own project. */
export function isAllowedOrigin(call: Call, origin: string): Promise<boolean> {
  return selectAllowedOrigin(call, origin)
}

export async function projectById(call: Call, id: Id<'project'>): Promise<Project> {
  const project = await selectProject(call, id)
  if (!project) throw new Problem(notFound)
  return project
}
