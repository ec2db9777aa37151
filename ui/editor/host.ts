/** What board, widget and console do differently. What is absent is not offered. */
export interface Host {
  /** Answers with the picture's address, or with the code of the refusal. */
  readonly sendPicture?: (file: File) => Promise<{ readonly url: string } | { readonly code: string }>
  /** Shows the text as it will look; false where that did not work. */
  readonly showPreview?: (text: string, into: HTMLElement) => Promise<boolean>
  /** Whom the text can mention. */
  readonly people?: (() => Promise<readonly Person[]>) | undefined
  /** The tools go away with it. */
  readonly signal: AbortSignal
}

/** Somebody to mention. */
export interface Person {
  readonly name: string
  /** Tells people of the same name apart. */
  readonly note: string
  readonly markdown: string
}
