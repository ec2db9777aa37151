import { createHash, timingSafeEqual } from 'node:crypto'
import { tokenAudienceMismatch, tokenIssuerMismatch, tokenNonceMismatch } from './problems.ts'
import { rule, verdict } from './rule.ts'
import { show } from './wording.ts'

export const issuedForProject = rule(
  'iss',
  'claims',
  ({ project }) => show(project.id),
  ({ iss }, { check }) => verdict(iss === check.project.id, tokenIssuerMismatch, () => show(iss)),
)

export const meantForUs = rule(
  'aud',
  'claims',
  ({ audience }) => show(audience),
  ({ aud }, { check }) => {
    const only = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
    return verdict(only === check.audience, tokenAudienceMismatch, () => show(only))
  },
)

export const madeForThisVisit = rule(
  'nonce',
  'claims',
  ({ nonce }) => (nonce === undefined ? 'anything: only board sign-in has a nonce' : 'the state that the board sent'),
  ({ nonce: claimed }, { check: { nonce: issued } }) => {
    if (issued === undefined) return { found: () => (claimed === undefined ? 'nothing' : 'a nonce, which is ignored') }
    const holds = typeof claimed === 'string' && issued !== '' && equalInConstantTime(claimed, issued)
    return verdict(holds, tokenNonceMismatch, () => {
      if (claimed === undefined) return 'nothing'
      return holds ? 'the same value' : 'another value'
    })
  },
)

/** Digests have one length, so neither the length nor the first difference can be measured. */
function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
