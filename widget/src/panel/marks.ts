import type { Post } from '../../../kits/app/src/index.ts'
import type { Client } from './desk.ts'

type Kind = 'vote' | 'follow'

interface Mark {
  isOn: boolean
  /** What the service has said last. */
  isSure: boolean
  turn: number
  sent: Promise<unknown>
}

interface Surroundings {
  readonly client: Client
  readonly changed: () => void
  readonly report: (error: unknown) => void
  readonly emit: (name: string, detail: unknown) => void
}

export type Marked = Pick<Post, 'id' | 'vote_count'> & Partial<Pick<Post, 'has_voted' | 'is_following'>>

/**
 * Votes and follows of this visitor: shown at once in every view, sent one after the other, and taken back if the service says no.
 */
export function createMarks({ client, changed, report, emit }: Surroundings) {
  const marks = new Map<string, Mark>()
  const was = (kind: Kind, post: Marked) => (kind === 'vote' ? post.has_voted : post.is_following) === true
  const isOn = (kind: Kind, post: Marked) => marks.get(`${kind} ${post.id}`)?.isOn ?? was(kind, post)

  const toggle = (kind: Kind, post: Marked) => {
    const key = `${kind} ${post.id}`
    const before = was(kind, post)
    const mark = marks.get(key) ?? { isOn: before, isSure: before, turn: 0, sent: Promise.resolve() }
    marks.set(key, mark)
    const wanted = !mark.isOn
    mark.turn += 1
    const { turn } = mark
    mark.isOn = wanted
    mark.sent = mark.sent.then(async () => {
      try {
        await client.request(`${wanted ? 'PUT' : 'DELETE'} /posts/{id}/${kind}`, { path: { id: post.id } })
        mark.isSure = wanted
        emit(kind, { post_id: post.id, on: wanted })
      } catch (error) {
        if (turn !== mark.turn) return
        mark.isOn = mark.isSure
        report(error)
      }
      changed()
    })
    changed()
  }

  return {
    isOn,
    toggle,
    /** The number that was read, with this visitor's vote as it is now. */
    votesFor: (post: Marked) => post.vote_count + Number(isOn('vote', post)) - Number(was('vote', post)),
    /** The votes are somebody else's now, or have been read again. */
    forget: () => marks.clear(),
  }
}
