/** Everything a command gets from the process it runs in. */
export interface Terminal {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** The directory of the SQL migrations. */
  readonly migrations: string
  /** The result, on standard output. */
  print(text: string): void
  /** Everything said beside the result, on standard error. */
  tell(text: string): void
}

/** Wrong arguments: shown with the usage, and the process ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
