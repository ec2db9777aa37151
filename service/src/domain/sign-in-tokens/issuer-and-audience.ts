import { createHash, timingSafeEqual } from 'node:crypto'
import { tokenAudienceMismatch, tokenIssuerMismatch, tokenNonceMismatch } from './problems.ts'
import { rule, type TokenCheck, type Verdict, verdict } from './rule.ts'
import { isoSeconds, measure, show, showPlace } from './wording.ts'

const WITH_PATH = /^https?:\/\/[^/?#]+\/./i

export const issuedForProject = rule(
  'iss',
  'claims',
  ({ project }) => show(project.id),
  ({ iss, sub }, { check }) => verdict(iss === check.project.id, tokenIssuerMismatch, () => showPlace(iss, sub)),
)

export const meantForUs = rule(
  'aud',
  'claims',
  ({ audience }) => show(audience),
  ({ aud, sub }, { check }) => {
    const only = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
    if (only === check.audience) return { found: () => show(only) }
    return judgeOther(only, sub, check)
  },
)

/** For 24 hours after a board's address changed, the old one is accepted too. */
async function judgeOther(aud: unknown, sub: unknown, { audience, formerAudience, now }: TokenCheck): Promise<Verdict> {
  if (typeof aud !== 'string') return { fault: tokenAudienceMismatch, found: () => measure(aud) }
  if (aud.endsWith('/') && aud.slice(0, -1) === audience) {
    return { fault: tokenAudienceMismatch, found: () => `${show(aud)}: remove the slash at its end` }
  }
  const former = await formerAudience?.(aud)
  if (!former) return { fault: tokenAudienceMismatch, found: () => describeOther(aud, sub, audience) }
  const until = isoSeconds(former.acceptedUntil.getTime())
  return verdict(now < former.acceptedUntil, tokenAudienceMismatch, () =>
    now < former.acceptedUntil
      ? `${show(aud)}, accepted until ${until}: the board’s address changed; set aud to ${show(audience)}`
      : `${show(aud)}, which was accepted until ${until}: the board’s address changed at ${isoSeconds(former.leftAt.getTime())}; set aud to ${show(audience)}`,
  )
}

/** Names the two frequent mistakes: a path, and no scheme. A path or another host is not shown then, since it may name a person. */
function describeOther(aud: string, sub: unknown, audience: string): string {
  const scheme = audience.slice(0, audience.indexOf('//') + 2)
  if (scheme + aud === audience) return `${show(aud)}: it must begin with ${scheme}`
  if (aud.startsWith(`${audience}/`)) return `the origin ${show(audience)} with a path: remove the path`
  const shown = showPlace(aud, sub)
  if (shown === show(aud) && shown !== measure(aud)) return shown
  if (WITH_PATH.test(aud)) return `${shown}, an origin with a path: remove the path`
  return aud.includes('://') ? shown : `${shown}, no origin: it must begin with http:// or https://`
}

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
