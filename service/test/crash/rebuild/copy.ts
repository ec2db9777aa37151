/** An event, as the stream and webhooks bring it. */
export interface Told {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly data: {
    readonly id: string
    readonly is_gone?: true
    readonly version: number
    readonly change: Readonly<Record<string, unknown>>
    readonly [member: string]: unknown
  }
}

/** A post and its voters, by what the events say. */
export interface PostCopy {
  readonly post: Told['data']
  readonly voters: readonly string[]
}

/** The posts that are there and who voted for them, by their ids. Events may come in any order and more than once. */
export function rebuild(events: readonly Told[]): ReadonlyMap<string, PostCopy> {
  const once = [...new Map(events.map((event) => [event.id, event])).values()]
  const voters = votersIn(once.toSorted((one, other) => one.sequence - other.sequence))
  const posts = new Map<string, Told['data']>()
  for (const { type, data } of once) {
    if (!type.startsWith('post.')) continue
    const known = posts.get(data.id)
    if (!known || data.is_gone || (!known.is_gone && data.version >= known.version)) posts.set(data.id, data)
  }
  const there = [...posts].filter(([, { is_gone }]) => !is_gone)
  return new Map(there.map(([id, post]) => [id, { post, voters: [...(voters.get(id)?.keys() ?? [])].toSorted() }]))
}

/** Each post's voters, and from which merged post a vote came; undefined: it was cast for the post itself. */
type Voters = Map<string, Map<string, string | undefined>>

/** The rules of docs/guides/events.md, in the order in which things happened. */
function votersIn(events: readonly Told[]): Voters {
  const votes: Voters = new Map()
  const parts = new Map<string, Set<string>>()
  for (const { type, data } of events) {
    if (type === 'vote.cast') at(votes, postOf(data), newMap).set(voterOf(data), undefined)
    if (type === 'vote.withdrawn') at(votes, postOf(data), newMap).delete(voterOf(data))
    if (type === 'post.merged') {
      const target = String(data.change.into_post_id)
      at(parts, target, newSet).add(data.id)
      const gained = at(votes, target, newMap)
      for (const voter of at(votes, data.id, newMap).keys()) if (!gained.has(voter)) gained.set(voter, data.id)
    }
    if (type === 'post.unmerged') {
      const target = String(data.change.from_post_id)
      at(parts, target, newSet).delete(data.id)
      const kept = at(votes, target, newMap)
      for (const [voter, from] of kept) {
        if (from !== data.id) continue
        const other = [...at(parts, target, newSet)].find((part) => votes.get(part)?.has(voter))
        if (other) kept.set(voter, other)
        else kept.delete(voter)
      }
    }
  }
  return votes
}

const newMap = () => new Map<string, string | undefined>()
const newSet = () => new Set<string>()
const postOf = (data: Told['data']) => String(data.post_id)
const voterOf = (data: Told['data']) => (data.user as { readonly id: string }).id // the schema of votes says so

function at<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
