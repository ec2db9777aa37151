import { Problem } from '../../../foundation/problems/index.ts'
import type { Permitted } from '../../call/index.ts'
import type { StatusCategory } from '../../statuses/index.ts'
import { type ColumnMap, guessColumns, NEEDED, type Target } from '../formats/columns.ts'
import { rowsOf } from '../formats/csv.ts'
import { type Format, readFormat } from '../formats/formats.ts'
import type { LineFault } from '../import.ts'
import { readLabels } from '../labels.ts'
import type { ReadLine } from '../read-record.ts'
import type { ImportRecord, RecordType } from '../record.ts'
import { selectImport, selectImports } from '../store.ts'
import { bytesOf } from './bytes.ts'
import { recogniseFormat } from './recognise.ts'
import { sizeOf, type Upload } from './upload.ts'

type Caller = Permitted<'imports:write'>

/** So much of a file is looked at before it is checked. */
const MOST_LOOKED_AT_BYTES = 2 * 1_048_576
const MOST_LINES = 20_000
const BEGINNING_BYTES = 65_536
const RECORDS_SHOWN = 5
const FAULTS_SHOWN = 5
const SAMPLES_OF_COLUMN = 3
const ROWS_FOR_SAMPLES = 50
const TABLES: readonly Format[] = ['csv', 'canny', 'uservoice']

export interface Column {
  readonly name: string
  readonly samples: readonly string[]
}

export interface UnknownStatus {
  readonly name: string
  /** What the person said that it means. */
  readonly category: StatusCategory | undefined
}

/** What the beginning of an upload shows, read as the person chose. */
export interface Look {
  readonly recognised: Format
  readonly format: Format
  readonly source: string
  /** Of a table. */
  readonly columns: readonly Column[]
  readonly map: ColumnMap | undefined
  /** The target that no column is chosen for, though a record needs it. */
  readonly missing: Target | undefined
  readonly counts: Readonly<Record<RecordType, number>>
  /** Whether the counts are of the whole file. */
  readonly isAll: boolean
  readonly records: readonly ImportRecord[]
  readonly faults: readonly LineFault[]
  readonly faultCount: number
  readonly notes: readonly LineFault[]
  readonly statuses: readonly UnknownStatus[]
  /** Why it cannot be read like this. */
  readonly refusal: string | undefined
}

/** Reads the beginning of an upload, as a check would. Nothing is changed. */
export async function lookAtUpload(call: Caller, upload: Upload): Promise<Look> {
  const resolved = await resolveChoice(call, upload)
  const missing = missingIn(resolved.map)
  const seen = new Seen()
  let refusal: string | undefined
  try {
    if (missing === undefined && isShort(resolved, upload)) await readBeginning(call, upload, resolved, seen)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refusal = error.detail
  }
  const { counts, isAll, records, faults, faultCount, notes } = seen
  const statuses = await unknownStatuses(call, upload, resolved, seen.statuses)
  return { ...resolved, missing, counts, isAll, records, faults, faultCount, notes, statuses, refusal }
}

export type ResolvedChoice = Pick<Look, 'recognised' | 'format' | 'source' | 'columns' | 'map'>

/** What was chosen, and otherwise a guess. */
export async function resolveChoice(call: Caller, upload: Upload): Promise<ResolvedChoice> {
  const beginning = await beginningOf(call, upload)
  const recognised = recogniseFormat(beginning, upload.files)
  const format = upload.format ?? recognised
  const isTable = TABLES.includes(format) && !/^\s*[[{]/.test(beginning)
  const columns = isTable ? await columnsOf(call, upload) : []
  const map = isTable ? mapFor(columns, upload.map) : undefined
  const source = upload.source ?? (await usualSource(call, upload, format, map))
  return { recognised, format, source, columns, map }
}

function mapFor(columns: readonly Column[], chosen: ColumnMap | undefined): ColumnMap {
  if (chosen && Object.keys(chosen.columns).length > 0) return chosen
  const names = columns.map(({ name }) => name)
  return chosen ? guessColumns(names, chosen.type) : guessColumns(names)
}

function missingIn(map: ColumnMap | undefined): Target | undefined {
  if (!map) return undefined
  const needed = NEEDED[map.type]
  return map.columns[needed] === undefined ? needed : undefined
}

/** Documents are read whole or not at all. */
function isShort({ format, map }: ResolvedChoice, upload: Upload): boolean {
  return map !== undefined || format === 'ndjson' || sizeOf(upload) <= MOST_LOOKED_AT_BYTES
}

/** The lines of the beginning, and whether they are all. */
async function readBeginning(call: Caller, upload: Upload, { format, map }: ResolvedChoice, seen: Seen): Promise<void> {
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytesOf(call, upload)) {
      bytes += piece.length
      yield piece
    }
  }
  let lines = 0
  for await (const line of readFormat(format, counted(), { now: call.now, map })) {
    seen.take(line)
    lines += 1
    if (lines >= MOST_LINES || bytes > MOST_LOOKED_AT_BYTES) return
  }
  seen.isAll = true
}

/** Without a byte order mark. */
async function beginningOf(call: Caller, upload: Upload): Promise<string> {
  for await (const piece of bytesOf(call, upload)) return new TextDecoder().decode(piece.subarray(0, BEGINNING_BYTES))
  return ''
}

async function columnsOf(call: Caller, upload: Upload): Promise<Column[]> {
  let names: readonly string[] | undefined
  const samples: Set<string>[] = []
  let rows = 0
  try {
    for await (const { cells } of rowsOf(bytesOf(call, upload))) {
      if (!names) {
        names = cells
        samples.push(...cells.map(() => new Set<string>()))
        continue
      }
      for (const [place, cell] of cells.entries()) {
        const known = samples[place]
        if (known && known.size < SAMPLES_OF_COLUMN && cell.trim() !== '') known.add(cell.trim().slice(0, 60))
      }
      rows += 1
      if (rows >= ROWS_FOR_SAMPLES) break
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error // the look says why
  }
  return (names ?? []).flatMap((name, place, all) =>
    all.indexOf(name) === place ? [{ name, samples: [...(samples[place] ?? [])] }] : [],
  )
}

/** Votes and comments name posts of the import before them. */
async function usualSource(
  call: Caller,
  { files }: Upload,
  format: Format,
  map: ColumnMap | undefined,
): Promise<string> {
  if (format !== 'csv' && format !== 'ndjson') return format
  if (map && map.type !== 'post') {
    const { items } = await selectImports(call, { limit: 1, after: undefined }, { leavesOutGivenUp: true })
    if (items[0]) return items[0].source
  }
  return sourceIn(files[0]?.name.replace(/\.[^.]*$/, '') ?? '') || format
}

/** A text as the name of a source; an empty one if nothing of it is left. */
export function sourceIn(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
    .slice(0, 40)
}

/** Statuses whose meaning neither the project nor their name says. */
async function unknownStatuses(
  call: Caller,
  { importId }: Upload,
  { source, map }: ResolvedChoice,
  seen: ReadonlyMap<string, StatusCategory | undefined>,
): Promise<UnknownStatus[]> {
  if (map?.columns.status === undefined) return []
  const checked = importId === undefined ? undefined : await selectImport(call, importId)
  const all = new Map<string, StatusCategory | undefined>(
    Object.entries(checked?.labels.statuses ?? {}).map(([name, category]) => [name, category ?? undefined]),
  )
  for (const [name, category] of seen) all.set(name, category)
  const labels = { statuses: Object.fromEntries([...all.keys()].map((name) => [name, null])), tags: [] }
  const { named } = await readLabels(call, { source, labels })
  const said = map.statuses ?? {}
  return [...all].flatMap(([name, category]) => {
    const isSaid = Object.hasOwn(said, name)
    if (named.has(name.toLowerCase()) || (category !== undefined && !isSaid)) return []
    return [{ name, category: isSaid ? said[name] : undefined }]
  })
}

/** Collects what the first lines hold. */
class Seen {
  readonly counts: Record<RecordType, number> = { user: 0, post: 0, comment: 0, vote: 0, changelog_entry: 0 }
  readonly records: ImportRecord[] = []
  readonly faults: LineFault[] = []
  readonly notes: LineFault[] = []
  readonly statuses = new Map<string, StatusCategory | undefined>()
  faultCount = 0
  isAll = false

  take(read: ReadLine): void {
    const { line } = read
    if ('note' in read) {
      if (this.notes.length < FAULTS_SHOWN) this.notes.push({ line, detail: read.note })
    } else if ('fault' in read) {
      this.faultCount += 1
      if (this.faults.length < FAULTS_SHOWN) this.faults.push({ line, detail: read.fault })
    } else {
      const { record } = read
      this.counts[record.type] += 1
      if (this.records.length < RECORDS_SHOWN) this.records.push(record)
      if (record.type === 'post' && record.status !== undefined) this.statuses.set(record.status, record.statusCategory)
    }
  }
}
