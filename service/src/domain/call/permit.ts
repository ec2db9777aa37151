import { Problem } from '../../foundation/problems/index.ts'
import { type Actor, SYSTEM, type System } from './actor.ts'
import {
  type Call,
  callOn,
  type DataStores,
  inProject,
  type Places,
  type ProjectCall,
  type Proof,
  type ServiceCall,
  type SystemCall,
} from './call.ts'
import { ALL_PERMISSIONS, holdersOf, type Permission, roleMay } from './permissions.ts'
import { permissionMissing, roleMissing, scopeMissing, sessionRequired } from './problems.ts'
import type { Project } from './records.ts'

/** One permission, or several of which all are needed. */
export type Needs = Permission | readonly Permission[]

/** The proof that a check of `needs` gives. If only one of two permissions was checked, the type is one proof or the other, so it proves neither. */
export type ProofOf<N extends Needs> = N extends Permission
  ? Proof<N | 'board:read'>
  : N extends readonly [infer First extends Permission, ...infer Others extends readonly Permission[]]
    ? ProofOf<First> & ProofOf<Others>
    : unknown

/** The same call with the proof, or the problem that says what is missing. The only way to a proof within a project. */
export function permit<C extends ProjectCall, const N extends Needs>(call: C, needs: N): C & ProofOf<N> {
  const permissions: readonly Permission[] = isOne(needs) ? [needs] : needs
  for (const permission of permissions) if (!may(call, permission)) throw refusal(call.actor, permission)
  return call as C & ProofOf<N> // it was just checked
}

function isOne(needs: Needs): needs is Permission {
  return typeof needs === 'string'
}

/** For things that belong to no project: operators, and projects as a whole. */
export function permitService<C extends Call>(call: C): C & ServiceCall {
  if (!holds(call.actor, 'service:run', undefined)) throw refusal(call.actor, 'service:run')
  return call as C & ServiceCall // it was just checked
}

/** A call by the service itself: of a job, or of a command. */
export function systemCall(database: DataStores, places: Places, now: Date): Call<System> & ServiceCall {
  return permitService(callOn(database, places, now, SYSTEM))
}

/** The same within a project, where the service itself may do everything. */
export function systemCallIn(call: Call<System>, project: Project): SystemCall {
  return permit(inProject(call, project), ALL_PERMISSIONS) as SystemCall // all were checked
}

export function may({ actor, project }: ProjectCall, permission: Permission): boolean {
  return holds(actor, permission, project)
}

function holds(actor: Actor, permission: Permission, project: Project | undefined): boolean {
  const { visitor = false, user = false, scope, ownsAll = false } = holdersOf(permission)
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
      if (actor.membership === undefined || actor.membership.projectId !== project?.id) return false
      return roleMay(actor.membership.role, permission)
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
