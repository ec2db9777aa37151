import { notFound, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type OperatorCall } from '../call.ts'
import { recordEvent } from '../events/index.ts'
import { makeProject, type Project, projectById, projectBySlug } from '../projects/index.ts'
import { isAtLeast, type Role } from './operator.ts'
import { confirmationRequired, roleMissing } from './problems.ts'
import type { AccountCall } from './sessions.ts'
import { selectProjectsOf, selectRole, upsertRole } from './store.ts'

const MOST_PROJECTS = 200

/** A project that an operator has no part in does not exist for them. */
export async function enterProject(call: AccountCall, slug: string): Promise<AccountCall & OperatorCall> {
  const project = await projectBySlug(call, slug).catch(hide)
  if (call.operator.ownsAll) return { ...call, project, role: 'owner' }
  const held = await selectRole(call, project.id, call.operator.id)
  if (!held) throw new Problem(notFound)
  const { confirmedAt } = call.operatorSession
  if (held.confirmed_since && confirmedAt <= held.confirmed_since) throw new Problem(confirmationRequired)
  return { ...call, project, role: held.role }
}

/** What is missing is said in the words for what is somebody else's: which of them it is stays unknown. */
function hide(error: unknown): never {
  throw error instanceof Problem && error.kind === notFound ? new Problem(notFound) : error
}

export function requireRole({ role }: OperatorCall, needed: Role): void {
  if (!isAtLeast(role, needed)) throw new Problem(roleMissing)
}

/** Of those who run the service themselves, in the console. */
export function requireOwnsAll({ operator }: AccountCall): void {
  if (!operator.ownsAll) throw new Problem(notFound)
}

/** Whoever may do everything everywhere also makes projects; each has its maker as its first owner. */
export function createProjectAs(call: AccountCall, draft: Parameters<typeof makeProject>[1]): Promise<Project> {
  if (!call.operator.ownsAll) throw new Problem(roleMissing)
  return inTransaction(call, async (call) => {
    const project = await makeProject(call, draft)
    await upsertRole(call, project.id, call.operator.id, 'owner')
    await recordEvent({ ...call, project }, { type: 'project.created', subject: project.id })
    return project
  })
}

/** Those the operator may enter, by name. */
export async function projectsOf(call: AccountCall): Promise<Project[]> {
  const ids = await selectProjectsOf(call, call.operator, MOST_PROJECTS)
  return Promise.all(ids.map((id) => projectById(call, id)))
}
