const DAY_MS = 24 * 60 * 60 * 1000

/** How the work of a request ends, if it runs. */
export type Ending = 'done' | 'refused' | 'throws' | 'statement fails' | 'connection lost'

export interface Sent {
  readonly caller: 'user' | 'server'
  readonly key: string
  /** Which of the requests it is: they differ in method, path, query or body. */
  readonly what: number
}

export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly replayed: boolean }
  | { readonly kind: 'failure'; readonly code: string }

interface Kept {
  readonly what: number
  readonly answer: { readonly kind: 'answer'; readonly status: number; readonly body: string }
  readonly at: number
  readonly caller: Sent['caller']
}

/** What the mechanism promises, at its plainest: a map that forgets. */
export interface OnceModel {
  now: number
  /** How often any work was begun. */
  runs: number
  /** The runs whose work was committed. */
  committed: number[]
  kept: Map<string, Kept>
}

export const startModel = (now: number): OnceModel => ({ now, runs: 0, committed: [], kept: new Map() })

export const IN_PROGRESS: Outcome = { kind: 'failure', code: 'idempotency_in_progress' }
const REUSED: Outcome = { kind: 'failure', code: 'idempotency_key_reused' }

const FAILURES: Record<Exclude<Ending, 'done' | 'refused'>, string> = {
  throws: 'ours',
  'statement fails': '22012',
  'connection lost': 'unavailable',
}

export function expectedOutcome(model: OnceModel, { caller, key, what }: Sent, ending: Ending): Outcome {
  const name = `${caller} ${key}`
  const kept = model.kept.get(name)
  if (kept && model.now - kept.at < DAY_MS) return kept.what === what ? { ...kept.answer, replayed: true } : REUSED
  model.runs += 1
  if (ending !== 'done' && ending !== 'refused') return { kind: 'failure', code: FAILURES[ending] }
  if (ending === 'done') model.committed.push(model.runs)
  const answer = { kind: 'answer', status: ending === 'done' ? 201 : 404, body: `${ending} ${model.runs}` } as const
  model.kept.set(name, { what, answer, at: model.now, caller })
  return { ...answer, replayed: false }
}

/** Only what was done for a user carries the user; their refusals hold nothing of them. */
export function forgetUser(model: OnceModel): void {
  for (const [name, { caller, answer }] of model.kept) {
    if (caller === 'user' && answer.status === 201) model.kept.delete(name)
  }
}
