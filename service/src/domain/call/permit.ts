import { Problem } from '../../foundation/problems/index.ts'
import { type Actor, SYSTEM, type System } from './actor.ts'
import {
  type Call,
  callOn,
  type DataStores,
  type InProject,
  type Places,
  type ProjectCall,
  type Proof,
  type ServiceCall,
  type SystemCall,
} from './call.ts'
import { ALL_PERMISSIONS, holdersOf, isAtLeast, type Permission } from './permissions.ts'
import { permissionMissing, roleMissing, scopeMissing, sessionRequired } from './problems.ts'
import type { Project } from './records.ts'

/** The same call with the proof, or the problem that says what is missing. The only way to a proof within a project. */
export function permit<C extends ProjectCall, P extends Permission>(
  call: C,
  first: P,
  ...others: readonly P[]
): C & InProject & Proof<P | 'board:read'> {
  for (const permission of [first, ...others]) if (!may(call, permission)) throw refusal(call.actor, permission)
  return call as C & InProject & Proof<P | 'board:read'> // it was just checked
}

/** For what belongs to no project: operators, and projects as a whole. */
export function permitService<C extends Call>(call: C): C & ServiceCall {
  if (!holds(call.actor, 'service:run', undefined)) throw refusal(call.actor, 'service:run')
  return call as C & ServiceCall // it was just checked
}

/** A call by the service itself: of a job, or of a command. */
export function systemCall(database: DataStores, places: Places, now: Date): Call<System> & ServiceCall {
  return permitService(callOn(database, places, now, SYSTEM))
}

/** The same within a project, where the service itself may do everything. */
export function systemCallIn<C extends Call<System>>(call: C, project: Project): C & SystemCall {
  return permit<C & ProjectCall, Permission>({ ...call, project }, 'board:read', ...ALL_PERMISSIONS)
}

export function may({ actor, project }: ProjectCall, permission: Permission): boolean {
  return holds(actor, permission, project)
}

function holds(actor: Actor, permission: Permission, project: Project | undefined): boolean {
  const { visitor = false, user = false, scope, role, ownsAll = false } = holdersOf(permission)
  switch (actor.kind) {
    case 'visitor':
      return visitor && project !== undefined && !project.isPrivate
    case 'user':
      return user && actor.projectId === project?.id
    case 'server':
      if (actor.secretKey.projectId !== project?.id) return false
      return scope === 'any' || (scope !== undefined && actor.secretKey.scopes.includes(scope))
    case 'operator':
      if (ownsAll) return actor.operator.ownsAll
      if (role === undefined || actor.membership === undefined || actor.membership.projectId !== project?.id)
        return false
      return isAtLeast(actor.membership.role, role)
    case 'system':
      return true
  }
}

function refusal(actor: Actor, permission: Permission): Problem {
  switch (actor.kind) {
    case 'server': {
      const { scope } = holdersOf(permission)
      return new Problem(scopeMissing, {
        detail: scope ? `This call needs the scope ${scope}. ${scopeMissing.remedy}` : 'Only the console can do this.',
      })
    }
    case 'operator':
      return new Problem(roleMissing)
    case 'visitor':
      return new Problem(sessionRequired)
    case 'user':
    case 'system':
      return new Problem(permissionMissing)
  }
}
