import type { Answer, Post } from '../../../kits/app/src/index.ts'
import type { Act, Client } from './desk-state.ts'

type Kind = 'vote' | 'follow'
type Change = Answer<'GET /changes'>['data'][number]

interface Mark {
  isOn: boolean
  /** The last state that the service confirmed. */
  isSure: boolean
  turn: number
  sent: Promise<unknown>
}

interface Surroundings {
  readonly client: Client
  readonly act: Act
  readonly changed: () => void
  readonly emit: (name: string, detail: unknown) => void
  /** Marks that are not sent by then are dropped. */
  readonly isOver: () => boolean
}

/** What the service told about a post after it was read. */
interface Told {
  readonly facts: Pick<Post, 'comment_count' | 'status'>
  /** All votes, and whether this visitor's is among them: undefined if they have not voted here. */
  readonly votes: { readonly count: number; readonly hasOwn: boolean | undefined } | undefined
}

export type Marked = Pick<Post, 'id' | 'vote_count'> & Partial<Pick<Post, 'has_voted' | 'is_following'>>

/** Votes and follows of one person: shown at once in every view, sent one after the other, and undone if the service refuses. */
export function createMarks({ client, act, changed, emit, isOver }: Surroundings) {
  const marks = new Map<string, Mark>()
  const told = new Map<string, Told>()
  const was = (kind: Kind, post: Marked) => (kind === 'vote' ? post.has_voted : post.is_following) === true
  const isOn = (kind: Kind, post: Marked) => marks.get(`${kind} ${post.id}`)?.isOn ?? was(kind, post)

  const send = async (kind: Kind, post: Marked, isWanted: boolean, mark: Mark, turn: number) => {
    if (isOver()) return
    const { id } = post
    const call = () => client.request(`${isWanted ? 'PUT' : 'DELETE'} /posts/{id}/${kind}`, { path: { id } })
    let isDone = false
    const done = () => {
      isDone = true
      mark.isSure = isWanted
      emit(kind, { post_id: id, on: isWanted })
    }
    await act(call, done, { again: () => toggle(kind, post) })
    if (!isDone && turn === mark.turn) mark.isOn = mark.isSure
    changed()
  }

  const toggle = (kind: Kind, post: Marked) => {
    const key = `${kind} ${post.id}`
    const before = was(kind, post)
    const mark = marks.get(key) ?? { isOn: before, isSure: before, turn: 0, sent: Promise.resolve() }
    marks.set(key, mark)
    const isWanted = !mark.isOn
    mark.isOn = isWanted
    mark.turn += 1
    const { turn } = mark
    mark.sent = mark.sent.then(() => send(kind, post, isWanted, mark, turn))
    changed()
  }

  return {
    isOn,
    toggle,
    /** The number that was read or told, with this visitor's vote as it is now. */
    votesFor: (post: Marked) => {
      const { count = post.vote_count, hasOwn = was('vote', post) } = told.get(post.id)?.votes ?? {}
      return count + Number(isOn('vote', post)) - Number(hasOwn)
    },
    /** The post with what was told since it was read. */
    now: <Shown extends Pick<Post, 'id'>>(post: Shown): Shown => ({ ...post, ...told.get(post.id)?.facts }),
    /** While a vote of this visitor is under way, nobody knows whether the number has it. */
    learn: ({ id, vote_count: count, comment_count, status }: Change) => {
      const mark = marks.get(`vote ${id}`)
      const isSettled = !mark || mark.isOn === mark.isSure
      const votes = isSettled ? { count, hasOwn: mark?.isSure } : told.get(id)?.votes
      told.set(id, { facts: { comment_count, status }, votes })
      changed()
    },
  }
}
