import type { Id } from '../../foundation/ids/index.ts'
import type { ProjectCall, Role } from '../call/index.ts'

/** An operator who may enter a project, as far as mail needs them. */
export interface TeamMember {
  readonly id: Id<'operator'>
  readonly email: string
  /** Whether it is known that they read mail to it. */
  readonly hasProvenEmail: boolean
  readonly role: Role
  /**
   * Whether the project is theirs to look after, so that they get its mail without asking: they have a role in it, or they own everything and it
   * has no owner of its own.
   */
  readonly isTheirs: boolean
}

interface MemberRow {
  id: Id<'operator'>
  email: string
  has_proven_email: boolean
  role: Role
  is_theirs: boolean
}

/** Of everybody, or only of one operator. Each is looked up by their id, so that no statistics are needed: other projects have many more. */
export async function selectTeam(
  { sql, project }: ProjectCall,
  operatorId?: Id<'operator'>,
): Promise<readonly TeamMember[]> {
  const rows = await sql<MemberRow[]>`
    select o.id, o.email, o.has_proven_email, coalesce(r.role, 'owner') as role, r.role is not null or not exists (
      select 1 from operator_roles w where w.project_id = ${project.id} and w.role = 'owner') as is_theirs
    from (
      select operator_id as id from operator_roles where project_id = ${project.id}
      union select id from operators where owns_all) as member
    cross join lateral (select * from operators where id = member.id limit 1) as o
    left join operator_roles r on r.project_id = ${project.id} and r.operator_id = o.id
    where o.removed_at is null ${operatorId === undefined ? sql`` : sql`and member.id = ${operatorId}`}
    order by o.id`
  return rows.map(({ is_theirs: isTheirs, has_proven_email: hasProvenEmail, ...member }) => ({
    ...member,
    hasProvenEmail,
    isTheirs,
  }))
}

/** An invitation that waits. */
export interface WaitingInvitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly expiresAt: Date
  /** The address of the operator who invites. */
  readonly invitedBy: string | undefined
}

interface WaitingRow {
  id: string
  email: string
  role: Role
  expires_at: Date
  invited_by: string | null
}

/** By its id, or by the address that it is for. */
export async function selectInvitation(
  { sql, now, project }: ProjectCall,
  by: { readonly id: string } | { readonly email: string },
): Promise<WaitingInvitation | undefined> {
  const [row] = await sql<WaitingRow[]>`
    select i.id, i.email, i.role, i.expires_at, o.email as invited_by
    from operator_invitations i left join operators o on o.id = i.invited_by
    where i.project_id = ${project.id} and i.expires_at > ${now}
      and ${'id' in by ? sql`i.id = ${by.id}` : sql`lower(i.email) = lower(${by.email})`}`
  if (!row) return undefined
  const { expires_at: expiresAt, invited_by: invitedBy, ...invitation } = row
  return { ...invitation, expiresAt, invitedBy: invitedBy ?? undefined }
}
