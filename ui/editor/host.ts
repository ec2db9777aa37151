/** The functions in which board, widget and console differ. An absent one is not offered. */
export interface Host {
  /** Returns the picture's address, or the code of the refusal. */
  readonly sendPicture?: (file: File) => Promise<{ readonly url: string } | { readonly code: string }>
  /** Shows the rendered text; false if that failed. */
  readonly showPreview?: (text: string, into: HTMLElement) => Promise<boolean>
  /** The people whom the text can mention. */
  readonly people?: (() => Promise<readonly Person[]>) | undefined
  /** Removes the tools when it is aborted. */
  readonly signal: AbortSignal
}

/** Somebody to mention. */
export interface Person {
  readonly name: string
  /** Tells people of the same name apart. */
  readonly note: string
  readonly markdown: string
}
