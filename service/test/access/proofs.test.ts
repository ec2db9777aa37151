import { expect, test } from 'vitest'
import {
  type Actor,
  ALL_PERMISSIONS,
  atInstant,
  type Call,
  holdersOf,
  inProject,
  may,
  onTransaction,
  type Permission,
  type Permitted,
  type Project,
  type ProjectCall,
  permit,
  ROLES,
  SCOPES,
  SYSTEM,
  systemCall,
  systemCallIn,
  VISITOR,
} from '../../src/domain/call/index.ts'
import { byActor } from '../../src/domain/call/inside.ts'
import { issueSecretKey } from '../../src/domain/caller-keys/index.ts'
import { listPosts } from '../../src/domain/posts/index.ts'
import { eraseUser } from '../../src/domain/privacy/index.ts'
import { addStatus } from '../../src/domain/statuses/index.ts'
import { banUser } from '../../src/domain/users/index.ts'
import { castVoteFor } from '../../src/domain/votes/index.ts'
import type { Database } from '../../src/foundation/storage/index.ts'

// Guarantees that a forgotten check does not compile: each line below must be a type error.
export function forgotten(bare: ProjectCall, other: Permitted<'posts:write'>, permitted: Permitted<'users:ban'>): void {
  // @ts-expect-error a call without a check
  banUser(bare, 'usr_1', undefined)
  // @ts-expect-error
  eraseUser(bare, 'usr_1')
  // @ts-expect-error
  addStatus(bare, { name: 'Open', category: 'open' })
  // @ts-expect-error
  issueSecretKey(bare, { name: 'Key', scopes: [] })
  // @ts-expect-error
  castVoteFor(bare, 'pst_1', { userId: 'usr_1' })
  // @ts-expect-error a private board may not be read by just anybody
  listPosts(bare, {}, 'top', { limit: 1, after: undefined })
  // @ts-expect-error the proof of something else
  banUser(other, 'usr_1', undefined)
  banUser(permitted, 'usr_1', undefined)
  // @ts-expect-error the proof of one project proves nothing in another
  banUser({ ...permitted, project: bare.project }, 'usr_1', undefined)
  // @ts-expect-error also where the other one is spread over the first
  banUser({ ...permitted, project: { ...permitted.project, ...bare.project } }, 'usr_1', undefined)
  // @ts-expect-error
  banUser(inProject(permitted, bare.project), 'usr_1', undefined)
  // @ts-expect-error the proof of one actor proves nothing for another
  banUser({ ...permitted, actor: bare.actor }, 'usr_1', undefined)
  // @ts-expect-error
  banUser(inProject(byActor(permitted, bare.actor), permitted.project), 'usr_1', undefined)
  // @ts-expect-error a call is made by its room alone
  banUser({ ...permitted }, 'usr_1', undefined)
  banUser(atInstant(permitted, bare.now), 'usr_1', undefined)
  // @ts-expect-error a proof asks for a permission
  permit(bare)
  const eitherOne = permit(bare, bare.project.isPrivate ? 'users:ban' : 'posts:read')
  // @ts-expect-error of two permissions only one was checked
  banUser(eitherOne, 'usr_1', undefined)
  const oneOfTwo = permit(bare, ['posts:write', bare.project.isPrivate ? 'users:ban' : 'posts:read'])
  // @ts-expect-error
  banUser(oneOfTwo, 'usr_1', undefined)
  const some: Permission[] = ['users:ban']
  // @ts-expect-error what a list holds is not known
  banUser(permit(bare, some), 'usr_1', undefined)
  banUser(permit(bare, ['posts:write', 'users:ban']), 'usr_1', undefined)
  const { actor: _, ...nobody } = bare
  // @ts-expect-error a call without an actor does not exist
  nobody satisfies Call
}

// Guarantees that no copy of a call, by whatever means, reaches the database with the proof that the first one had.
test('a copy of a call is empty, and a call cannot be changed', () => {
  const database = { sql: () => {}, transaction: () => {} } as unknown as Database // nothing is asked of it
  const places = { apiOrigin: '', boardOrigin: '' }
  const permitted = systemCallIn(systemCall(database, places, new Date(0)), PROJECT)
  const copies: Partial<ProjectCall>[] = [
    { ...permitted, project: ANOTHER },
    Object.assign({}, permitted, { project: ANOTHER }),
    structuredClone(permitted),
  ]
  for (const { sql, transaction } of copies) expect([sql, transaction]).toEqual([undefined, undefined])
  const heir: ProjectCall = Object.create(permitted, { project: { value: ANOTHER } })
  expect(() => heir.sql).toThrow(TypeError)
  for (const change of [{ project: ANOTHER }, { actor: VISITOR }, { sql: undefined }])
    expect(() => Object.assign(permitted, change)).toThrow(TypeError)
  const joint = onTransaction(permitted, permitted.sql)
  expect([joint.project, joint.actor, joint.now]).toEqual([PROJECT, SYSTEM, new Date(0)])
})

const projectId = 'prj_1' as Project['id']
const PROJECT = { id: projectId, isPrivate: false } as Project // all that the table asks about a project
const PRIVATE = { id: projectId, isPrivate: true } as Project
const ANOTHER = { id: 'prj_2' as Project['id'], isPrivate: false } as Project
const callBy = (actor: Actor, project = PROJECT) => ({ actor, project }) as ProjectCall // all that the check looks at
const user = { kind: 'user', projectId } as Actor
const server = (scopes: readonly string[]) => ({ kind: 'server', secretKey: { projectId, scopes } }) as unknown as Actor
const operator = (role: string | undefined, ownsAll = false) =>
  ({ kind: 'operator', operator: { ownsAll }, membership: role && { projectId, role } }) as unknown as Actor

// Guarantees that the table is all that decides: for every permission and every kind of actor.
test.each(ALL_PERMISSIONS)('exactly the actors in the table have %s', (permission) => {
  const { visitor = false, user: users = false, scope, role, ownsAll = false } = holdersOf(permission)
  const held = (actor: Actor, project?: Project) => may(callBy(actor, project), permission)
  expect([held(VISITOR), held(VISITOR, PRIVATE), held(user), held(user, PRIVATE), held(SYSTEM)]).toEqual([
    visitor,
    false,
    users,
    users,
    true,
  ])
  expect(held(server([]))).toBe(scope === 'any')
  for (const one of SCOPES) expect([one, held(server([one]))]).toEqual([one, scope === 'any' || scope === one])
  const least = role === undefined ? -1 : ROLES.indexOf(role)
  for (const [place, one] of ROLES.entries())
    expect([one, held(operator(one))]).toEqual([one, !ownsAll && place <= least])
  expect([held(operator(undefined)), held(operator('of a newer version')), held(operator(undefined, true))]).toEqual([
    false,
    false,
    ownsAll,
  ])
})

// Guarantees that an actor of one project has no rights in another, even if a surface confuses the two.
test.each(ALL_PERMISSIONS)('an actor of one project does not have %s in another', (permission) => {
  for (const actor of [user, server([]), server(SCOPES), ...ROLES.map((role) => operator(role))])
    expect(may(callBy(actor, ANOTHER), permission)).toBe(false)
})

test('a missing permission is explained in the words of the caller', () => {
  const codeFor = (actor: Actor, project?: Project) => {
    try {
      permit(callBy(actor, project), 'posts:write')
      return 'permitted'
    } catch (error) {
      return (error as { kind: { code: string } }).kind.code
    }
  }
  expect([codeFor(VISITOR), codeFor(user), codeFor(server(['posts:read'])), codeFor(operator('viewer'))]).toEqual([
    'session_required',
    'permission_missing',
    'scope_missing',
    'role_missing',
  ])
  expect(codeFor(operator('moderator'))).toBe('permitted')
})
