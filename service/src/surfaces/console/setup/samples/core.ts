/** Where a signer of the guide ends and the command line around it begins. */
const END = /^[ \t]*(?:\/\/|#) From here on: the command line around it\.[\s\S]*$/m

/** What of a signer of the guide is there to be copied. The guide's tests run it. */
export function coreOf(signer: string): string {
  return signer.replace(END, '').trimEnd()
}

/** What a sample says of one project. None of it can hold a quote: ids, a kid and origins. */
export interface SampleValues {
  readonly projectId: string
  readonly keyId: string
  readonly apiOrigin: string
  readonly boardOrigin: string
}

export interface Sample {
  readonly language: string
  /** In an address, and for tests. */
  readonly id: string
  readonly file: string
  /** What has to be installed, as a command; undefined: nothing. */
  readonly install: string | undefined
  readonly code: string
  /** How the two functions are used where the client's routes are. */
  readonly use: string
}
