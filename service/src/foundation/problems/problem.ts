/** One entry of the catalogue. `code` is what callers match on and never changes; `title` is for people. */
export interface ProblemKind {
  readonly code: string
  readonly status: number
  readonly title: string
  /** What the caller can do about it; shown in the reference. */
  readonly remedy: string
  /** Title and remedy for people who filled in a form, if the usual ones speak of requests. */
  readonly inForms?: string
  /** The four texts the specification fixes word by word; otherwise `message` is the title. */
  readonly message?: string
}

export interface ProblemDetail {
  /** For the caller. Never holds a token, a key or an e-mail address. */
  readonly detail?: string
  /** Where in a body or query the fault is, as JSON pointers. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
  readonly headers?: Readonly<Record<string, string>>
  /** For the log alone. */
  readonly reason?: unknown
}

/** A refusal or failure that the caller is told about. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly detail: string | undefined
  readonly errors: ProblemDetail['errors']
  readonly headers: Readonly<Record<string, string>>

  constructor(kind: ProblemKind, { detail, errors, headers = {}, reason }: ProblemDetail = {}) {
    super(kind.title, reason === undefined ? undefined : { cause: reason })
    this.name = 'Problem'
    this.kind = kind
    this.detail = detail
    this.errors = errors
    this.headers = headers
  }
}
