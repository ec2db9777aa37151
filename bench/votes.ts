import type { Load } from './load.ts'
import type { Site } from './site.ts'

/** Pairs of user and post: each pair once, and consecutive pairs share neither the post nor the user. */
export interface Pairs {
  next(): { token: string; post: string }
}

export function spreadPairs(tokens: readonly string[], posts: readonly string[]): Pairs {
  let drawn = 0
  return {
    next: () => {
      const user = drawn % tokens.length
      const turn = Math.floor(drawn / tokens.length)
      if (turn >= posts.length) throw new Error('Everybody has voted for everything')
      drawn += 1
      return { token: tokens[user] ?? '', post: posts[(user * 31 + turn) % posts.length] ?? '' }
    },
  }
}

/** All for one post, which is another one in each turn. */
export function hotPairs(tokens: readonly string[], posts: readonly string[]): Pairs & { cool(): void } {
  let post = 0
  let user = 0
  const cool = () => {
    post += 1
    user = 0
  }
  return {
    cool,
    next: () => {
      if (user === tokens.length) cool()
      if (post >= posts.length) throw new Error('Everybody has voted for everything')
      user += 1
      return { token: tokens[user - 1] ?? '', post: posts[post] ?? '' }
    },
  }
}

export function voteLoad(origin: string, { publishableKey }: Site, pairs: Pairs): Load {
  const { host } = new URL(origin)
  return {
    origin,
    status: 204,
    next: () => {
      const { token, post } = pairs.next()
      return `PUT /v1/posts/${post}/vote HTTP/1.1\r\nhost: ${host}\r\nx-project-key: ${publishableKey}\r\nauthorization: Bearer ${token}\r\n\r\n`
    },
  }
}
