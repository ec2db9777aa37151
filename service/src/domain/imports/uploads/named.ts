import type { Permitted } from '../../call/index.ts'
import { sumImportedVotes } from '../../posts/inside.ts'
import type { Import } from '../import.ts'
import { selectNamed } from '../rows-store.ts'

/** More records are not counted while somebody waits for a page. */
const MOST_COUNTED = 200_000

/** What the records of an import name beside themselves. */
export interface Named {
  readonly people: number
  /** Votes of which only the number is known. */
  readonly importedVotes: number
}

/** For an import that was only checked. Undefined if it has too many records. */
export async function countNamed(call: Permitted<'imports:write'>, found: Import): Promise<Named | undefined> {
  const { user, post, comment, vote } = found.received
  return user + post + comment + vote > MOST_COUNTED ? undefined : selectNamed(call, found)
}

/** The votes without names of the posts that an import made. Undefined if it made too many. */
export async function countImportedVotes(call: Permitted<'imports:write'>, found: Import): Promise<number | undefined> {
  return found.made.posts > MOST_COUNTED ? undefined : sumImportedVotes(call, found.number)
}
