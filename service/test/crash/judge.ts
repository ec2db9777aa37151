import type { Answer, Kind, Trial } from './trial.ts'

/** Whether the service has decided. No answer, "in progress" and a failure of the service's own leave it open. */
export function isDecided({ status }: Answer): boolean {
  return status !== 0 && status !== 409 && status < 500
}

/** Everything about a token that must not be, in words. It was sent again with each of its keys after the crash. */
export function judge({ kind, keys }: Trial): string[] {
  const answers = keys.flatMap(({ seen, settled }) => [...seen, settled])
  const sessions = new Set(answers.flatMap(({ session }) => session ?? []))
  const winners = keys.filter(({ settled }) => settled.status === 201)
  const found = answers
    .filter((answer) => !isForeseen(kind, answer))
    .map((answer) => `was answered with ${wordsOf(answer)}`)
  for (const { seen, settled } of keys) {
    if (!isDecided(settled)) found.push(`has a key that stays undecided, with ${wordsOf(settled)}`)
    for (const before of seen.filter(isDecided)) {
      if (before.status !== settled.status || !settled.replayed)
        found.push(`has a key that was answered with ${wordsOf(before)} and afterwards afresh with ${wordsOf(settled)}`)
    }
  }
  if (sessions.size !== 1) found.push(`made ${sessions.size} sessions`)
  if (winners.length !== 1) found.push(`was accepted under ${winners.length} of its ${keys.length} keys`)
  return found.map((what) => `A token (${kind}) ${what}.`)
}

function isForeseen(kind: Kind, { status, code }: Answer): boolean {
  switch (status) {
    case 0:
    case 201:
      return true
    case 401:
      return kind === 'rivals' && code === 'token_replayed'
    case 409:
      return code === 'idempotency_in_progress'
    case 503:
      return code === 'unavailable'
    default:
      return false
  }
}

function wordsOf({ status, code, replayed }: Answer): string {
  if (status === 0) return 'nothing'
  return `${status}${code ? ` ${code}` : ''}${replayed ? ' (replayed)' : ''}`
}
