import type { ProjectCall } from '../call/index.ts'
import {
  deleteDoubles,
  detachAnswers,
  detachOrphans,
  type LinesOfPage,
  liftAnswers,
  selectOtherTitles,
  selectUnusualPosts,
} from './check-store.ts'
import type { Import, Received } from './import.ts'
import { RESPONSES_AT_ONCE } from './responses.ts'
import type { StagedRow } from './rows-store.ts'
import { hasEarlier } from './store.ts'

const ROWS_AT_ONCE = 100_000
const LINES_AT_ONCE = 5_000
/** Threads of 2 to the power of this many levels come along. */
const ROUNDS = 7

const BECOMES_COMMENT = 'it is added as a comment on the post'
const ORPHAN = `the comment that it answers is not among those of its post; ${BECOMES_COMMENT}`
const TOO_DEEP = `it answers an answer to an answer, more than ${2 ** ROUNDS} times, or in a circle; ${BECOMES_COMMENT}`
const DOUBLE = 'another comment in the file has the same external_id; the first one counts'
const OTHER_TITLE =
  'a post with this id is here under another title and stays as it is. Was it renamed? Then this is right. Is the file from another board? Then use another source'

export interface Found {
  readonly fault: (line: number, detail: string) => void
  readonly note: (line: number, detail: string) => void
  readonly stage: (rows: readonly StagedRow[]) => Promise<void>
  /** Called after each part of the rows. */
  readonly onPart: () => Promise<void>
}

/** Finds what only the whole file shows, and prepares its rows: threads of comments get one level, and posts with much are put off. */
export async function checkRows(call: ProjectCall, checked: Import, received: Received, found: Found): Promise<void> {
  await checkPosts(call, checked, received, found)
  if (received.comment > 0) await checkThreads(call, checked, found)
  if (await hasEarlier(call, checked)) {
    await pages(
      found,
      (after) => selectOtherTitles(call, checked, after, LINES_AT_ONCE),
      (line) => found.note(line, OTHER_TITLE),
    )
  }
}

/** Keys are hashes, so parts of all keys are of about the same size. */
async function checkPosts(call: ProjectCall, checked: Import, received: Received, found: Found): Promise<void> {
  const rows = received.post + received.comment + received.vote
  const parts = Math.min(65_536, Math.max(1, Math.ceil(rows / ROWS_AT_ONCE)))
  for (let part = 0; part < parts; part += 1) {
    const posts = await selectUnusualPosts(call, checked, rangeOf(part, parts), RESPONSES_AT_ONCE)
    for (const { line, isTwice, isMissing, isKnown, others } of posts) {
      const more = others > 0 ? `, and ${others} more lines for it` : ''
      if (isTwice) found.fault(line, 'another post in the file has the same external_id; the first one counts')
      else if (isMissing && !isKnown) found.fault(line, `the post that it belongs to is not in the file${more}`)
    }
    const later = posts.filter(({ isMissing, isKnown, isLarge }) => (isMissing ? isKnown : isLarge))
    await found.stage(later.map(({ line, key }) => ({ line, kind: 'more', key })))
    await found.onPart()
  }
}

async function checkThreads(call: ProjectCall, checked: Import, found: Found): Promise<void> {
  await pages(
    found,
    (after) => deleteDoubles(call, checked, after, LINES_AT_ONCE),
    (line) => found.note(line, DOUBLE),
  )
  await pages(
    found,
    (after) => detachOrphans(call, checked, after, LINES_AT_ONCE),
    (line) => found.note(line, ORPHAN),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const lifted = await pages(found, (after) => liftAnswers(call, checked, after, LINES_AT_ONCE))
    if (lifted === 0) return
  }
  await pages(
    found,
    (after) => detachAnswers(call, checked, after, LINES_AT_ONCE),
    (line) => found.note(line, TOO_DEEP),
  )
}

/** Reads all pages. Returns how many lines they have. */
async function pages(
  { onPart }: Pick<Found, 'onPart'>,
  read: (after: number) => Promise<LinesOfPage>,
  each: (line: number) => void = () => {},
): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const { lines, last } = await read(after)
    for (const line of lines) each(line)
    count += lines.length
    await onPart()
    if (last === undefined) return count
    after = last
  }
}

function rangeOf(part: number, parts: number): { from: string; to: string } {
  const at = (place: number) => Math.floor((place * 65_536) / parts)
  const hex = (value: number) => value.toString(16).padStart(4, '0')
  return { from: hex(at(part)).padEnd(32, '0'), to: hex(at(part + 1) - 1).padEnd(32, 'f') }
}
