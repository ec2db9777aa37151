import type { Post } from '../../../kits/app/src/index.ts'
import type { Act, Client } from './desk-state.ts'

type Kind = 'vote' | 'follow'

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

export type Marked = Pick<Post, 'id' | 'vote_count'> & Partial<Pick<Post, 'has_voted' | 'is_following'>>

/** Votes and follows of one person: shown at once in every view, sent one after the other, and undone if the service refuses. */
export function createMarks({ client, act, changed, emit, isOver }: Surroundings) {
  const marks = new Map<string, Mark>()
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
    marks,
    /** The number that was read, with this visitor's vote as it is now. */
    votesFor: (post: Marked) => post.vote_count + Number(isOn('vote', post)) - Number(was('vote', post)),
  }
}
