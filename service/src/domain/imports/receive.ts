import { invalidRequest, Problem } from '../../foundation/problems/index.ts'
import { inTransaction, type Permitted } from '../call/index.ts'
import { MOST_STATUSES } from '../statuses/index.ts'
import { MOST_TAGS } from '../tags/index.ts'
import { Text } from '../texts/index.ts'
import type { Import, Labels, LineFault } from './import.ts'
import { failImport, requireImport, startImport } from './imports.ts'
import { refuseTooManyLabels, tooMany } from './labels.ts'
import { importUnreadable } from './problems.ts'
import { type ImportRecord, keyOf, type Person, personKey, RecordFault, type RecordType } from './record.ts'
import { analyzeRows, insertRows, type StagedRow, selectOrphans, selectPostFaults } from './rows-store.ts'
import { insertImport, updateImport } from './store.ts'

/** A line of a file: its record, what is wrong with it, or what of it cannot be carried over. */
export type ReadLine =
  | { readonly line: number; readonly record: ImportRecord }
  | { readonly line: number; readonly fault: string }
  | { readonly line: number; readonly note: string }

export interface ImportOptions {
  /** Where the records come from, such as `canny`. */
  readonly source: string
  /** Only checks: the import waits until it is started. */
  readonly isDryRun?: boolean
  /** Starts although some lines are faulty; these are left out. */
  readonly skipsFaults?: boolean
  readonly notifies?: boolean
  /** Called for each fault, also beyond those that are kept. */
  readonly onFault?: (fault: LineFault) => void
  /** Called for each thing that cannot be carried over whole. */
  readonly onNote?: (note: LineFault) => void
  /** Called now and then with the number of lines that were read. */
  readonly onRead?: (lines: number) => void
}

export const ImportSource = Text(
  1,
  40,
  'Where the records come from, such as canny. External ids are unique within it.',
)
const SOURCE = /^[a-z0-9][a-z0-9._-]{0,39}$/

const BATCH = 1_000
const FAULTS_KEPT = 1_000
/** If so many lines are faulty, and most of the file is, it is not what it was taken for. */
const MANY_FAULTS = 10_000
/** People who were named lately are not staged again at each mention. */
const NAMED_LATELY = 100_000
const CHECKED_AT_ONCE = 100_000

/**
 * Reads all records, checks them, and starts the import unless there are faults. Nothing that anybody sees changes before that. A file that cannot be
 * read to its end leaves an import that failed.
 */
export async function receiveImport(
  call: Permitted<'imports:write'>,
  lines: AsyncIterable<ReadLine>,
  options: ImportOptions,
): Promise<Import> {
  if (!SOURCE.test(options.source)) {
    const detail = 'must have 1 to 40 lower-case letters, digits, dots, hyphens and underscores'
    throw new Problem(invalidRequest, {
      errors: [{ pointer: '/querystring/source', detail }],
      detail: `source ${detail}.`,
    })
  }
  const made = await inTransaction(call, (call) =>
    insertImport(call, { source: options.source, notifies: options.notifies ?? false }),
  )
  try {
    const intake = new Intake(call, made, options)
    for await (const line of lines) if (intake.take(line)) await intake.write()
    await intake.end()
    if (!options.isDryRun && (intake.faultCount === 0 || options.skipsFaults)) await startImport(call, made.id)
  } catch (error) {
    const failure = error instanceof Problem ? (error.detail ?? error.kind.code) : 'The file was not read to its end.'
    await failImport(call, made, failure).catch(() => {}) // the first error counts
    throw error
  }
  return requireImport(call, made.id)
}

/** Collects what the lines of one file hold. */
class Intake {
  readonly #call: Permitted<'imports:write'>
  readonly #import: Import
  readonly #options: ImportOptions
  readonly #received: Record<RecordType, number> = { user: 0, post: 0, comment: 0, vote: 0, changelog_entry: 0 }
  readonly #statuses = new Map<string, { readonly name: string; category: Labels['statuses'][string] }>()
  readonly #tags = new Map<string, string>()
  readonly #days = new Set<string>()
  readonly #faults: LineFault[] = []
  readonly #notes: LineFault[] = []
  #named = new Set<string>()
  #rows: StagedRow[] = []
  #writing = Promise.resolve()
  #lines = 0
  faultCount = 0

  constructor(call: Permitted<'imports:write'>, made: Import, options: ImportOptions) {
    this.#call = call
    this.#import = made
    this.#options = options
  }

  /** True: so many rows wait that they should be written. */
  take(read: ReadLine): boolean {
    this.#lines = read.line
    if ('fault' in read) this.#fault(read)
    else if ('note' in read) this.#note(read)
    else this.#stage(read.line, read.record)
    return this.#rows.length >= BATCH
  }

  /** Waits until the rows before these are written. Meanwhile the next lines are read. */
  async write(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    await this.#writing
    this.#writing = insertRows(this.#call, this.#import, rows)
    this.#writing.catch(() => {}) // the next wait throws it
    this.#options.onRead?.(this.#lines)
  }

  async end(): Promise<void> {
    await this.write()
    await this.#writing
    await analyzeRows(this.#call, this.#import)
    await this.#check()
    const labels = {
      statuses: Object.fromEntries([...this.#statuses.values()].map(({ name, category }) => [name, category])),
      tags: [...this.#tags.values()],
    }
    await refuseTooManyLabels(this.#call, { source: this.#import.source, labels })
    await updateImport(this.#call, this.#import, {
      state: 'checked',
      received: this.#received,
      labels,
      days: [...this.#days],
      faults: this.#faults,
      faultCount: this.faultCount,
      notes: this.#notes,
    })
  }

  #note({ line, note: detail }: { readonly line: number; readonly note: string }): void {
    if (this.#notes.length < FAULTS_KEPT) this.#notes.push({ line, detail })
    this.#options.onNote?.({ line, detail })
  }

  #fault({ line, fault: detail }: { readonly line: number; readonly fault: string }): void {
    this.faultCount += 1
    if (this.#faults.length < FAULTS_KEPT) this.#faults.push({ line, detail })
    this.#options.onFault?.({ line, detail })
    if (this.faultCount >= MANY_FAULTS && this.faultCount > line / 2) {
      const first = this.#faults[0]
      throw new Problem(importUnreadable, {
        detail: `Most of the first ${line} lines are faulty. The first is line ${first?.line}: ${first?.detail}.`,
      })
    }
  }

  #stage(line: number, record: ImportRecord): void {
    const { source } = this.#options
    this.#received[record.type] += 1
    if (record.createdAt) this.#days.add(record.createdAt.toISOString().slice(0, 10))
    const postKey = record.type === 'comment' || record.type === 'vote' ? keyOf(source, 'post', record.post) : undefined
    switch (record.type) {
      case 'user':
        this.#rows.push({
          line,
          kind: 'user',
          key: personKey(source, record),
          at: record.createdAt,
          content: contentOf(record),
        })
        break
      case 'vote':
        this.#rows.push({
          line,
          kind: 'vote',
          postKey,
          personKey: this.#mention(line, record.user),
          at: record.createdAt,
        })
        break
      case 'changelog_entry': {
        const { externalId, posts, createdAt, publishedAt, type: kind, ...texts } = record
        const content = { ...texts, publishedAt, postKeys: posts.map((post) => keyOf(source, 'post', post)) }
        this.#rows.push({ line, kind, key: keyOf(source, kind, externalId), at: createdAt, content })
        break
      }
      case 'comment': {
        const { externalId, post: _, parent, author, createdAt, type: kind, ...content } = record
        const key = keyOf(source, 'comment', externalId)
        const parentKey = parent === undefined ? undefined : keyOf(source, 'comment', parent)
        this.#rows.push({
          line,
          kind,
          key,
          postKey,
          parentKey,
          personKey: this.#mention(line, author),
          at: createdAt,
          content,
        })
        break
      }
      case 'post': {
        const { externalId, author, mergedInto, createdAt, type: kind, ...content } = record
        const key = keyOf(source, 'post', externalId)
        const parentKey = mergedInto === undefined ? undefined : keyOf(source, 'post', mergedInto)
        this.#rows.push({
          line,
          kind,
          key,
          postKey: key,
          parentKey,
          personKey: this.#mention(line, author),
          at: createdAt,
          content,
        })
        this.#noteLabels(record)
      }
    }
  }

  #mention(line: number, person: Person | undefined): string | undefined {
    if (!person) return undefined
    const key = personKey(this.#options.source, person)
    if (this.#named.has(key)) return key
    if (this.#named.size >= NAMED_LATELY) this.#named = new Set()
    this.#named.add(key)
    this.#rows.push({ line, kind: 'mention', key, content: contentOf(person) })
    return key
  }

  #noteLabels({ status, statusCategory, tags }: Extract<ImportRecord, { type: 'post' }>): void {
    if (status !== undefined) {
      const known = this.#statuses.get(status.toLowerCase())
      if (known) known.category ??= statusCategory ?? null
      else this.#statuses.set(status.toLowerCase(), { name: status, category: statusCategory ?? null })
    }
    for (const tag of tags) if (!this.#tags.has(tag.toLowerCase())) this.#tags.set(tag.toLowerCase(), tag)
    if (this.#statuses.size > MOST_STATUSES) throw tooMany('statuses', MOST_STATUSES, this.#statuses.size)
    if (this.#tags.size > MOST_TAGS) throw tooMany('tags', MOST_TAGS, this.#tags.size)
  }

  /** Finds what only the whole file shows. Keys are hashes, so parts of all keys are of about the same size. */
  async #check(): Promise<void> {
    const { post, comment, vote } = this.#received
    const parts = Math.min(65_536, Math.max(1, Math.ceil((post + comment + vote) / CHECKED_AT_ONCE)))
    for (let part = 0; part < parts; part += 1) {
      const { faults, known } = await selectPostFaults(this.#call, this.#import, rangeOf(part, parts))
      for (const { line, detail } of faults) this.#fault({ line, fault: detail })
      await insertRows(
        this.#call,
        this.#import,
        known.map((key, place) => ({ line: part * CHECKED_AT_ONCE * 10 + place + 1, kind: 'more', key })),
      )
    }
    for (let last: number | undefined = 0; last !== undefined && comment > 0; ) {
      const page: Awaited<ReturnType<typeof selectOrphans>> = await selectOrphans(this.#call, this.#import, last, BATCH)
      for (const line of page.lines)
        this.#note({
          line,
          note: 'the comment that it answers is not in the file; it is added as a comment on the post',
        })
      last = page.last
    }
    for (const found of [this.#faults, this.#notes]) found.sort((one, other) => one.line - other.line)
  }
}

function rangeOf(part: number, parts: number): { from: string; to: string } {
  const at = (place: number) => Math.floor((place * 65_536) / parts)
  const hex = (value: number) => value.toString(16).padStart(4, '0')
  return { from: hex(at(part)).padEnd(32, '0'), to: hex(at(part + 1) - 1).padEnd(32, 'f') }
}

function contentOf({ sub, email, name }: Person): object {
  return {
    ...(sub !== undefined && { sub }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
  }
}

/** The fault of a line, if reading its record failed. */
export function readLine(line: number, read: () => ImportRecord): ReadLine {
  try {
    return { line, record: read() }
  } catch (error) {
    if (error instanceof RecordFault) return { line, fault: error.message }
    throw error
  }
}
