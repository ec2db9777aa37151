import type { Account, AccountPost, Gained, People, PostInsight } from './insight.ts'

/* As the API and the command line write them. */

export function insightJson({ statusId, valueAtVote, share, tiesWith, gained, ...post }: PostInsight) {
  const { id, number, title, voters, accounts, value } = post
  const { estimate, low, high } = share
  return {
    ...{ id, number, title, status_id: statusId, voters, accounts, value, value_at_vote: valueAtVote },
    share: { estimate, low, high },
    ties_with: [...tiesWith],
    ...(gained && { gained: gainedJson(gained) }),
  }
}

function gainedJson({ voters, accounts, value, isMore }: Gained) {
  return { voters, accounts, value, is_more: isMore }
}

export function peopleJson({ kind, people, accounts, countedAt, isComplete }: People) {
  return { kind, people, accounts, counted_at: countedAt.toISOString(), is_complete: isComplete }
}

export function accountJson({ name, people, value, posts, votedAt }: Account) {
  return { name, people, value, post_count: posts, last_voted_at: votedAt?.toISOString() ?? null }
}

export function accountPostJson({ statusId, votedAt, ...post }: AccountPost) {
  const { id, number, title, outcome, voters, votes } = post
  const last = votedAt?.toISOString() ?? null
  return { id, number, title, status_id: statusId, outcome, voters, votes, last_voted_at: last }
}
