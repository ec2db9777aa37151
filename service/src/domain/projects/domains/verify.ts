import type { LookUpTxt, TxtAnswer } from '../../../foundation/dns/index.ts'
import { Problem, versionConflict } from '../../../foundation/problems/index.ts'
import {
  type Call,
  inProject,
  inTransaction,
  type Permitted,
  type Project,
  type ProjectCall,
  permit,
  type ServiceCall,
  SYSTEM,
} from '../../call/index.ts'
import { byActor } from '../../call/inside.ts'
import { recordEvent } from '../../events/inside.ts'
import { followAddresses, takeNameFromOthers } from '../addresses/former.ts'
import { refuseInvalid } from '../fields.ts'
import { domainClaimLapsed, domainNotSet, domainTaken, domainUnproven } from '../problems.ts'
import { projectById } from '../projects.ts'
import { claimOf, openClaimsSince, recordOf } from './claim.ts'
import { giveDomain, holdBoth, selectOpenClaims, takeDomain } from './store.ts'

/**
 * Asks DNS whether the domain belongs to the project. If so, the board is served there, and that is its canonical address. If the record is removed
 * later, the project keeps the domain; it loses it only if another project proves it.
 */
export async function verifyDomain(call: Permitted<'project:write'>, lookUp: LookUpTxt): Promise<Project> {
  const project = await projectById(call, call.project.id)
  const { domain } = project
  const record = recordOf(project)
  if (domain === undefined || !record) throw new Problem(domainNotSet)
  const { state } = claimOf(project, call.now)
  if (state === 'verified') return project
  if (state === 'lapsed') throw new Problem(domainClaimLapsed)
  refuseInvalid({ domain }, call.places) // the addresses of the service may have changed since
  const answer = await lookUp(record.name, project.id)
  const texts = answer.kind === 'found' ? answer.texts : []
  if (!texts.includes(record.value)) throw new Problem(domainUnproven, { detail: wordsFor(answer, record.name) })
  return award(call, domain, { isProvenToo: (holder) => texts.includes(holder.domainChallenge), isTrusted: false })
}

/** For the command line, when the operator knows whose domain it is. A domain that another project has must be removed there first. */
export async function trustDomain(call: Permitted<'project:write'>): Promise<Project> {
  const project = await projectById(call, call.project.id)
  const { domain } = project
  if (domain === undefined) throw new Problem(domainNotSet)
  if (claimOf(project, call.now).state === 'verified') return project
  refuseInvalid({ domain }, call.places)
  return award(call, domain, { isProvenToo: () => true, isTrusted: true })
}

/** Few at a time, because no request waits for them. */
const CLAIMS_AT_ONCE = 4

/** Checks every waiting claim. If one check fails, the others still run. */
export async function verifyOpenClaims(
  call: ServiceCall,
  lookUp: LookUpTxt,
): Promise<{ proven: number; failed: unknown[] }> {
  const failed: unknown[] = []
  let proven = 0
  let after = ''
  for (;;) {
    const claims = await selectOpenClaims(call, {
      claimedAfter: openClaimsSince(call.now),
      after,
      limit: CLAIMS_AT_ONCE,
    })
    const last = claims.at(-1)
    if (!last) return { proven, failed }
    const results = await Promise.allSettled(
      claims.map((project) => verifyDomain(permit(inProject(call, project), 'project:write'), lookUp)),
    )
    proven += results.filter(({ status }) => status === 'fulfilled').length
    for (const result of results) {
      if (result.status === 'rejected' && !(result.reason instanceof Problem)) failed.push(result.reason)
    }
    after = last.id
  }
}

/** The project that proved the domain first keeps it while its record is there. */
function award(
  call: ProjectCall,
  domain: string,
  { isProvenToo, isTrusted }: { isProvenToo: (holder: Project) => boolean; isTrusted: boolean },
): Promise<Project> {
  return inTransaction(call, async (call) => {
    const held = await holdBoth(call, domain)
    const before = held.find(({ id }) => id === call.project.id)
    const holder = held.find(({ id, verifiedDomain }) => id !== call.project.id && verifiedDomain === domain)
    if (holder && isProvenToo(holder)) throw new Problem(domainTaken)
    if (holder) await lose(call, holder, domain)
    const after = await giveDomain(call, domain)
    if (!before || !after) throw new Problem(versionConflict)
    await takeNameFromOthers(call, domain)
    await followAddresses(call, before, after)
    const data = { domain, ...(isTrusted && { trusted: true }) }
    await recordEvent(call, { type: 'project.domain_verified', subject: after.id, data })
    return after
  })
}

/** The holder's log names no actor, because the one who proved the domain belongs to another project. */
async function lose(asked: Call, holder: Project, domain: string): Promise<void> {
  const call = inProject(byActor(asked, SYSTEM), holder)
  await takeDomain(call, holder)
  await recordEvent(call, { type: 'project.domain_lost', subject: holder.id, data: { domain } })
}

function wordsFor(answer: TxtAnswer, name: string): string {
  switch (answer.kind) {
    case 'none':
      return `No TXT record was found at ${name}. DNS changes can take an hour to be seen.`
    case 'found':
      return `There is a TXT record at ${name}, but none that holds this project’s value. DNS changes can take an hour to be seen.`
    case 'timeout':
      return `The DNS servers did not answer for ${name} within 5 seconds. Check that they are reachable, and try again.`
    case 'busy':
      return 'Too many domains are being checked at this moment. Try again in a few seconds.'
    case 'failed':
      return `DNS could not be asked for ${name} (${answer.code}). Check the name servers of the domain, and try again.`
  }
}
