/** Where the code of a signer in the guide ends and its command line begins. */
const END = /^[ \t]*(?:\/\/|#) From here on: the command line around it\.[\s\S]*$/m

/** The part of a signer in the guide that people copy. The guide's tests run it. */
export function coreOf(signer: string): string {
  return signer.replace(END, '').trimEnd()
}

/** The values of one project that a sample shows. None of them can contain a quote: ids, a kid and origins. */
export interface SampleValues {
  readonly projectId: string
  readonly keyId: string
  readonly apiOrigin: string
  readonly boardOrigin: string
}

export interface Sample {
  readonly language: string
  /** For addresses and tests. */
  readonly id: string
  readonly file: string
  /** The page of the package that does the same and more, if this code does not use it already. */
  readonly kit?: string
  /** The command that installs what the code needs; undefined: nothing. */
  readonly install: string | undefined
  readonly code: string
  /** How the client's routes use the two functions. */
  readonly use: string
}
