/** An idea as it is now: the message `post` of a stream. */
export interface LivePost {
  readonly number: number
  readonly votes: number
  readonly votes_text: string
  readonly comments: number
  readonly comments_text: string
  readonly status: { readonly id: string; readonly name: string; readonly color: string }
  readonly is_votable: boolean
}

/** An idea that was not on the board before: the message `new`. */
export interface LiveNew {
  readonly number: number
}
