import { Problem } from '../../../foundation/problems/index.ts'
import { violatedRule } from '../../../foundation/storage/index.ts'
import type { Call, Project, ProjectCall } from '../../call/index.ts'
import { domainTaken } from '../problems.ts'
import { type ProjectRow, toProject } from '../store.ts'

/** Locks this project and the current holder of the domain until the transaction ends, in one order, so that there is no deadlock. */
export async function holdBoth({ sql, project }: ProjectCall, domain: string): Promise<Project[]> {
  const rows = await sql<ProjectRow[]>`
    select * from projects where id = ${project.id} or verified_domain = ${domain} order by id for no key update`
  return rows.map(toProject)
}

/** Does nothing if the project asks for another domain now. */
export async function giveDomain({ sql, now, project }: ProjectCall, domain: string): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`
    update projects set verified_domain = domain, domain_verified_at = ${now}, version = version + 1, updated_at = ${now}
    where id = ${project.id} and domain = ${domain}
    returning *`.then(undefined, (error) => {
    throw violatedRule(error) === 'project_verified_domain_is_unique' ? new Problem(domainTaken) : error
  })
  return row && toProject(row)
}

/** The domain that the project asks for stays, as a claim. */
export async function takeDomain({ sql, now }: Call, holder: Project): Promise<Project | undefined> {
  const [row] = await sql<ProjectRow[]>`
    update projects set verified_domain = null, domain_verified_at = null, version = version + 1, updated_at = ${now},
      domain_claimed_at = case when domain = verified_domain then ${now} else domain_claimed_at end
    where id = ${holder.id}
    returning *`
  return row && toProject(row)
}

/** Claims that wait for their proof and have not lapsed, in portions. */
export async function selectOpenClaims(
  { sql }: Call,
  { claimedAfter, after, limit }: { claimedAfter: Date; after: string; limit: number },
): Promise<Project[]> {
  const rows = await sql<ProjectRow[]>`
    select * from projects
    where domain is not null and domain is distinct from verified_domain and domain_claimed_at > ${claimedAfter} and id > ${after}
    order by id limit ${limit}`
  return rows.map(toProject)
}
