/** How many items wait for the team: the message `inbox` of a stream. */
export interface LiveInbox {
  readonly waiting: number
  readonly shown: string
  readonly text: string
}
