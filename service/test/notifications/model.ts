/* Who is told what, in the simplest way: everything in memory, and one loop over all people for each thing that happens. */

type Kind = 'statusChanges' | 'comments' | 'changelog'
type State = 'approved' | 'pending' | 'rejected'

export interface ModelPost {
  readonly id: string
  readonly author: string
  status: string
  state: State
  isDeleted: boolean
  isMerged: boolean
  readonly followers: Set<string>
  readonly voters: Set<string>
}

export interface ModelComment {
  readonly id: string
  post: ModelPost
  /** Undefined: the team. */
  readonly author: string | undefined
  readonly parent: ModelComment | undefined
  readonly isOfficial: boolean
  readonly isInternal: boolean
  state: State
  isDeleted: boolean
  wasPublic: boolean
}

interface Told {
  readonly person: string
  readonly type: string
  readonly post: ModelPost
  readonly comment: ModelComment | undefined
  isTrue(): boolean
}

type Telling = Omit<Told, 'person'> & {
  readonly people: Iterable<string | undefined>
  readonly by?: string | undefined
}

export class Model {
  readonly people: readonly string[]
  readonly posts: ModelPost[] = []
  readonly comments: ModelComment[] = []
  readonly banned = new Set<string>()
  readonly #choices = new Map<string, boolean>()
  readonly #told: Told[] = []

  constructor(people: readonly string[]) {
    this.people = people
  }

  choose(person: string, kind: Kind, wants: boolean): void {
    this.#choices.set(`${person} ${kind}`, wants)
  }

  changeStatus(post: ModelPost, status: string, notify: boolean): void {
    if (post.status === status) return
    post.status = status
    if (!notify) return
    const told = { type: 'status_changed', post, comment: undefined, isTrue: () => post.status === status }
    this.#tell('statusChanges', [{ ...told, people: [...post.followers, ...post.voters] }])
  }

  /** A comment that is there for the first time, or was approved. */
  publish(comment: ModelComment, isVerdict: boolean): void {
    const { post, author, parent, isOfficial } = comment
    const isNew = !comment.isInternal && !comment.wasPublic
    comment.wasPublic ||= comment.state === 'approved'
    const isTrue = () => comment.state === 'approved' && !comment.isDeleted
    const about = { post, comment, isTrue, by: author }
    const readers: Telling[] = [
      { ...about, type: 'replied', people: [parent?.author] },
      { ...about, type: isOfficial ? 'answered' : 'commented', people: post.followers },
    ]
    const verdict = { type: 'approved', post, comment, isTrue, people: [author] }
    this.#tell('comments', [...(isVerdict ? [verdict] : []), ...(isNew ? readers : [])])
  }

  decide(thing: ModelPost | ModelComment, state: 'approved' | 'rejected'): void {
    if (thing.state === state) return
    thing.state = state
    const [post, comment] = 'post' in thing ? [thing.post, thing] : [thing, undefined]
    const isTrue = () => thing.state === state && !thing.isDeleted
    if (comment && state === 'approved') this.publish(comment, true)
    else this.#tell(undefined, [{ type: state, post, comment, isTrue, people: [thing.author] }])
  }

  merge(from: ModelPost, into: ModelPost): void {
    for (const person of from.followers) into.followers.add(person)
    for (const person of from.voters) into.voters.add(person)
    for (const comment of this.comments) if (comment.post === from) comment.post = into
    from.isMerged = true
    const told = { type: 'merged', post: from, comment: undefined, isTrue: () => true }
    this.#tell('statusChanges', [{ ...told, people: from.followers }])
  }

  announce(posts: readonly ModelPost[]): void {
    const told = { type: 'changelog_published', comment: undefined, isTrue: () => true }
    this.#tell(
      'changelog',
      posts.map((post) => ({ ...told, post, people: post.voters })),
    )
  }

  /** What somebody's list holds, in any order. */
  listOf(person: string): string[] {
    const listed = this.#told.filter((told) => told.person === person && told.isTrue() && maySee(person, told.post))
    return listed.map(({ type, post, comment }) => `${type} ${post.id} ${comment?.id ?? '-'}`).sort()
  }

  /** The first reason counts. A text of their own is always news for its author. */
  #tell(kind: Kind | undefined, tellings: readonly Telling[]): void {
    for (const person of this.people) {
      if (this.banned.has(person)) continue
      const found = tellings.find(
        ({ type, people, by, post, isTrue }) =>
          [...people].includes(person) &&
          by !== person &&
          maySee(person, post) &&
          isTrue() &&
          (type === 'approved' || type === 'rejected' || this.#wants(person, kind)),
      )
      if (found) this.#told.push({ ...found, person })
    }
  }

  #wants(person: string, kind: Kind | undefined): boolean {
    return this.#choices.get(`${person} ${kind}`) ?? true
  }
}

function maySee(person: string, { isDeleted, state, author }: ModelPost): boolean {
  return !isDeleted && (state === 'approved' || author === person)
}
