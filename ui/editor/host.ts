/** What board and widget do differently. */
export interface Host {
  /** Answers with the picture's address, or with the code of the refusal. */
  readonly sendPicture: (file: File) => Promise<{ readonly url: string } | { readonly code: string }>
  /** Shows the text as it will look; false where that did not work. */
  readonly showPreview: (text: string, into: HTMLElement) => Promise<boolean>
  /** The tools go away with it. */
  readonly signal: AbortSignal
}
