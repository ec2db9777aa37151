import { coprime, idAt, type Random, scattered, shares } from './random.ts'

export interface Size {
  readonly posts: number
  readonly votes: number
  readonly comments: number
  readonly users: number
  /** How many different words the posts are written with. */
  readonly words: number
}

/** The usual proportions for so many posts. */
export function sizeFor(posts: number): Size {
  return {
    posts,
    votes: posts * 10,
    comments: posts * 2,
    users: Math.max(200, Math.ceil(posts / 5)),
    words: Math.min(50_000, 2_000 + posts),
  }
}

export const CATEGORIES = ['open', 'planned', 'in_progress', 'done', 'closed'] as const
const CATEGORY_SHARES = [0.55, 0.65, 0.7, 0.9, 1]
export const TAGS = 24
const SPAN_MS = 3 * 365 * 24 * 60 * 60 * 1000

/** The facts of each post, decided before any row is written, so that all tables agree. */
export interface Post {
  readonly id: string
  readonly createdAt: number
  /** The place of its author among the users; absent: the team. */
  readonly author: number | undefined
  readonly votes: number
  readonly comments: number
  /** The place among the users from which voters and commenters are counted, and how far apart they are. */
  readonly first: number
  readonly stride: number
  /** The place of its status among the categories. */
  readonly category: number
  readonly tags: readonly number[]
  readonly isRejected: boolean
  readonly isDeleted: boolean
}

/** In the order of creation over three years, with more posts lately. */
export function planPosts(size: Size, now: number, random: Random): Post[] {
  const rankOf = scattered(size.posts)
  const votes = shares(size.votes, size.posts, 0.75, 1, Math.min(size.users, 20_000))
  const comments = shares(size.comments, size.posts, 0.9, 0, size.users - 1)
  return Array.from({ length: size.posts }, (_, place) => {
    const createdAt = Math.floor(now - SPAN_MS + SPAN_MS * ((place + random()) / (size.posts + 1)) ** 0.7)
    const rank = rankOf(place)
    const fate = random()
    const share = random()
    const first = Math.floor(random() * size.users)
    return {
      id: idAt('pst', createdAt, random),
      createdAt,
      author: random() < 0.02 ? undefined : first,
      votes: votes[rank] ?? 0,
      comments: comments[rank] ?? 0,
      first,
      stride: coprime(1 + Math.floor(random() * (size.users - 2)), size.users),
      category: CATEGORY_SHARES.findIndex((until) => share < until),
      tags: tagsOf(random),
      isRejected: fate < 0.004,
      isDeleted: fate > 0.996,
    }
  })
}

export function isListed({ isRejected, isDeleted }: Post): boolean {
  return !isRejected && !isDeleted
}

/** Another user for every `turn`; the author, where there is one, is the first. */
export function userOf({ first, stride }: Post, turn: number, users: number): number {
  return (first + stride * turn) % users
}

/** Most have one or none; some tags are much commoner than others. */
function tagsOf(random: Random): number[] {
  const one = Math.floor(random() ** 3 * TAGS)
  const other = Math.floor(random() ** 3 * TAGS)
  const share = random()
  if (share < 0.4) return []
  return share < 0.85 || one === other ? [one] : [one, other]
}
