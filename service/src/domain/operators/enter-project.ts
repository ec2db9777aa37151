import { type Page, type PageRequest, pageOf } from '../../foundation/paging/index.ts'
import { notFound, Problem } from '../../foundation/problems/index.ts'
import {
  type AccountCall,
  inProject,
  inTransaction,
  type OperatorCall,
  permit,
  type Role,
  type ServiceCall,
} from '../call/index.ts'
import { byActor } from '../call/inside.ts'
import { recordEvent } from '../events/inside.ts'
import { type Project, projectBySlug } from '../projects/index.ts'
import { makeProject, projectsByIds } from '../projects/inside.ts'
import { confirmationRequired } from './problems.ts'
import { type ProjectPlace, selectProjectsOf, selectRole, upsertRole } from './store.ts'

/** For an operator without a role in it, a project does not exist (404). */
export async function enterProject(call: AccountCall, slug: string): Promise<OperatorCall> {
  const project = await projectBySlug(call, slug).catch(hide)
  const enterAs = (role: Role) =>
    permit(
      inProject(byActor(call, { ...call.actor, membership: { projectId: project.id, role } }), project),
      'board:read',
    )
  if (call.actor.operator.ownsAll) return enterAs('owner')
  const held = await selectRole(call, project.id, call.actor.operator.id)
  if (!held) throw new Problem(notFound)
  const { confirmedAt } = call.actor.session
  if (held.confirmed_since && confirmedAt <= held.confirmed_since) throw new Problem(confirmationRequired)
  return enterAs(held.role)
}

/** A missing project gets the same words as another's project, so that callers cannot tell which of them it is. */
function hide(error: unknown): never {
  throw error instanceof Problem && error.kind === notFound ? new Problem(notFound) : error
}

/** Only an owner of everything makes projects in the console. The maker is the first owner. */
export function createProjectAs(
  call: AccountCall & ServiceCall,
  draft: Parameters<typeof makeProject>[1],
): Promise<Project> {
  return inTransaction(call, async (call) => {
    const project = await makeProject(call, draft)
    await upsertRole(call, project.id, call.actor.operator.id, 'owner')
    await recordEvent(inProject(call, project), { type: 'project.created', subject: project.id })
    return project
  })
}

/** The projects that the operator may enter, by name. */
export async function projectsOf(
  call: AccountCall,
  page: PageRequest<ProjectPlace>,
): Promise<Page<Project, ProjectPlace>> {
  const rows = await selectProjectsOf(call, call.actor.operator, page)
  const { items, next } = pageOf(
    rows,
    page.limit,
    ({ id }) => id,
    (row) => row,
  )
  const projects = await projectsByIds(call, items)
  return { items: items.flatMap((id) => projects.get(id) ?? []), next }
}
