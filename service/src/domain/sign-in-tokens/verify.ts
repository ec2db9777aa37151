import { Problem, type ProblemKind } from '../../foundation/problems/index.ts'
import { issuedAfterErasure } from './erasure.ts'
import type { KnownFacts, Rule, TokenCheck, Verdict } from './rule.ts'
import { RULES } from './rules.ts'
import type { SignInClaims } from './sign-in-claims.ts'

/** One rule, and whether a token passed it; `found` holds no token, no address and no key. */
export interface JudgedRule {
  readonly rule: string
  /** False if an earlier rule failed on which this one builds; then it neither passed nor failed. */
  readonly checked: boolean
  readonly passed: boolean
  readonly expected: string
  readonly found: string
}

/** The rule that a token broke. */
export type BrokenRule = Pick<JudgedRule, 'rule' | 'expected' | 'found'>

/** A refused token, with the rule by which it was refused. */
export class TokenRefused extends Problem {
  readonly broken: BrokenRule

  constructor(kind: ProblemKind, broken: BrokenRule) {
    const { rule, expected, found } = broken
    super(kind, { detail: `${rule}: expected ${expected}; found ${found}. ${kind.remedy}` })
    this.broken = broken
  }
}

export interface TokenReport {
  /** Whether the token would be accepted if its `jti` is new. */
  readonly accepted: boolean
  /** The problem code of the first rule that failed. */
  readonly code: string | undefined
  readonly rules: readonly JudgedRule[]
}

/** Returns the claims of a token, or refuses it with the first rule that fails. The `jti` is not used up here. */
export async function verifySignInToken(check: TokenCheck): Promise<SignInClaims> {
  const facts: KnownFacts = { check }
  const vouched: Partial<SignInClaims> = { emailVerified: false, traits: {} }
  for (const rule of RULES) {
    const judged = rule.judge(facts)
    const verdict = judged instanceof Promise ? await judged : judged // few rules wait
    if (!verdict) throw new Error(`The rule ${rule.name} stands before the one it builds on.`)
    if (verdict.fault) throw refusal(verdict.fault, rule, verdict, check)
    Object.assign(facts, verdict.learned)
    Object.assign(vouched, verdict.vouched)
  }
  return vouched as SignInClaims // the rules that vouch for its required fields have passed
}

/** Runs every rule that can be run, so that a developer sees all faults at once. */
export async function explainSignInToken(check: TokenCheck): Promise<TokenReport> {
  const facts: KnownFacts = { check }
  const rules: JudgedRule[] = []
  let code: string | undefined
  for (const rule of [...RULES, issuedAfterErasure]) {
    const verdict = await rule.judge(facts)
    Object.assign(facts, verdict?.learned)
    code ??= verdict?.fault?.code
    rules.push({
      rule: rule.name,
      checked: verdict !== undefined,
      passed: verdict !== undefined && verdict.fault === undefined,
      expected: rule.expected(check),
      found: verdict ? verdict.found() : 'not checked: an earlier rule must hold first',
    })
  }
  return { accepted: code === undefined, code, rules }
}

function refusal(fault: ProblemKind, { name, expected }: Rule, { found }: Verdict, check: TokenCheck): Problem {
  return new TokenRefused(fault, { rule: name, expected: expected(check), found: found() })
}
