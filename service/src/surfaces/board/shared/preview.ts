import type { Post } from '../../../domain/posts/index.ts'

/** The size of the pictures that link previews show. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/** The picture of the board itself. */
export const BOARD_PICTURE = '/og.png'

export function pictureOf({ number }: Pick<Post, 'number'>): string {
  return `/posts/${number}/og.png`
}
