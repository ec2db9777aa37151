import { Problem } from '../../../foundation/problems/index.ts'
import type { Permitted } from '../../call/index.ts'
import { type Field, listFields } from '../../fields/index.ts'
import { foldName } from '../../labels/index.ts'
import type { StatusCategory } from '../../statuses/index.ts'
import { openFieldReader } from '../field-values.ts'
import { type ColumnMap, guessColumns, NEEDED, type Target } from '../formats/columns.ts'
import { datesIn, rowsOf } from '../formats/csv.ts'
import type { DateOrder } from '../formats/dates.ts'
import { type Format, readFormat } from '../formats/formats.ts'
import type { Labels, LineFault } from '../import.ts'
import { readLabels } from '../labels.ts'
import type { ReadLine } from '../read-record.ts'
import type { ImportRecord, RecordType } from '../record.ts'
import { sourceIn } from '../source.ts'
import { selectImport, selectImports } from '../store.ts'
import { addFault, addNote, addRecord, emptySummary, labelsIn, type Summary } from '../summary.ts'
import { bytesOf } from './bytes.ts'
import { recogniseFormat } from './recognise.ts'
import { sizeOf, type Upload } from './upload.ts'
import { requireUpload } from './uploads.ts'

type Caller = Permitted<'imports:write'>

/** So much of a file is looked at before it is checked. */
const MOST_LOOKED_AT_BYTES = 2 * 1_048_576
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
  /** What the person said that it means, or what its name says. */
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
  /** Those of the project. */
  readonly fields: readonly Field[]
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
  /** What comes first in the dates of a table, if that was chosen or can be told. */
  readonly dates: DateOrder | undefined
  /** Why it cannot be read like this. */
  readonly refusal: string | undefined
}

/** Looks that are under way. Whoever wants the same one waits for it. */
const looks = new Map<string, Promise<Look>>()

/** Reads the beginning of an upload, as a check would. Nothing is changed. */
export function lookAtUpload(call: Caller, upload: Upload): Promise<Look> {
  const name = JSON.stringify([call.project.id, upload.id, upload.format, upload.source, upload.map, upload.importId])
  const known = looks.get(name)
  if (known) return known
  const looking = look(call, upload).finally(() => looks.delete(name))
  looks.set(name, looking)
  return looking
}

async function look(call: Caller, upload: Upload): Promise<Look> {
  const resolved = await resolveChoice(call, upload)
  const missing = resolved.columns.length === 0 ? undefined : missingIn(resolved.map)
  const summary = emptySummary()
  const readFields = openFieldReader(resolved.fields, (line, detail) => addNote(summary, { line, detail }))
  const seen: Seen = { summary, readFields, records: [], isAll: false }
  let refusal: string | undefined
  let dates: DateOrder | undefined
  try {
    if (resolved.map?.columns.created_at) dates = await datesIn(beginningBytes(call, upload), resolved.map)
    if (missing === undefined && isShort(resolved, upload)) await readBeginning(call, upload, resolved, seen)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refusal = error.detail
  }
  const { received, faults, faultCount, notes } = seen.summary
  return {
    ...resolved,
    missing,
    counts: received,
    isAll: seen.isAll,
    records: seen.records,
    faults: faults.slice(0, FAULTS_SHOWN),
    faultCount,
    notes: notes.slice(0, FAULTS_SHOWN),
    statuses: await unknownStatuses(call, upload, resolved, labelsIn(seen.summary).statuses),
    dates,
    refusal,
  }
}

/** What the first lines hold. */
interface Seen {
  readonly summary: Summary
  readonly readFields: ReturnType<typeof openFieldReader>
  readonly records: ImportRecord[]
  isAll: boolean
}

export type ResolvedChoice = Pick<Look, 'recognised' | 'format' | 'source' | 'columns' | 'map' | 'fields'>

/** What was chosen, and otherwise a guess. */
export async function resolveChoice(call: Caller, upload: Upload): Promise<ResolvedChoice> {
  const beginning = await beginningOf(call, upload)
  const recognised = recogniseFormat(beginning, upload.files)
  const format = upload.format ?? recognised
  const isTable = TABLES.includes(format) && !/^\s*[[{]/.test(beginning)
  const columns = isTable ? await columnsOf(call, upload) : []
  const fields = await listFields(call)
  const map = isTable ? mapFor(columns, upload.map, fields) : undefined
  const source = upload.source ?? (await usualSource(call, upload, format, map))
  return { recognised, format, source, columns, map, fields }
}

function mapFor(columns: readonly Column[], chosen: ColumnMap | undefined, fields: readonly Field[]): ColumnMap {
  if (chosen && Object.keys(chosen.columns).length > 0) return chosen
  const names = columns.map(({ name }) => name)
  return guessColumns(names, chosen?.type, fields)
}

/** The target that no column is chosen for, though a record needs it. */
export function missingIn(map: ColumnMap | undefined): Target | undefined {
  if (!map) return undefined
  const needed = NEEDED[map.type]
  return map.columns[needed] === undefined ? needed : undefined
}

/** Documents are read whole or not at all. */
function isShort({ format, map }: ResolvedChoice, upload: Upload): boolean {
  return map !== undefined || format === 'ndjson' || sizeOf(upload) <= MOST_LOOKED_AT_BYTES
}

/** Reads no more than the beginning. */
async function readBeginning(call: Caller, upload: Upload, { format, map }: ResolvedChoice, seen: Seen): Promise<void> {
  const lines = readFormat(format, beginningBytes(call, upload), { now: call.now, map })
  const isCut = sizeOf(upload) > MOST_LOOKED_AT_BYTES
  for await (const line of isCut ? untilCut(lines) : lines) take(line, seen)
  seen.isAll = !isCut
}

/** Without the last line, of which only a part may be there. */
async function* untilCut(lines: AsyncIterable<ReadLine>): AsyncGenerator<ReadLine> {
  let last: ReadLine | undefined
  try {
    for await (const line of lines) {
      if (last) yield last
      last = line
    }
  } catch (error) {
    if (!last || !(error instanceof Problem)) throw error
  }
}

function take(read: ReadLine, { summary, records, readFields }: Seen): void {
  const { line } = read
  const checked = 'record' in read ? readFields(line, read.record) : read
  if ('note' in checked) addNote(summary, { line, detail: checked.note })
  else if ('fault' in checked) addFault(summary, { line, detail: checked.fault })
  else if ('record' in read) {
    addRecord(summary, read.record)
    if (records.length < RECORDS_SHOWN) records.push(read.record) // with values as the file has them
  }
}

async function* beginningBytes(call: Caller, upload: Upload): AsyncGenerator<Uint8Array> {
  let left = MOST_LOOKED_AT_BYTES
  for await (const chunk of bytesOf(call, upload)) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** Without a byte order mark. */
async function beginningOf(call: Caller, upload: Upload): Promise<string> {
  for await (const piece of bytesOf(call, upload)) return new TextDecoder().decode(piece.subarray(0, BEGINNING_BYTES))
  return ''
}

/** The names of the columns, if the upload is a table. */
export async function columnNames(call: Caller, id: string): Promise<string[]> {
  return (await columnsOf(call, await requireUpload(call, id))).map(({ name }) => name)
}

async function columnsOf(call: Caller, upload: Upload): Promise<Column[]> {
  let names: readonly string[] | undefined
  const samples: Set<string>[] = []
  let rows = 0
  try {
    for await (const { cells } of rowsOf(beginningBytes(call, upload))) {
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

/** Statuses that the project does not have, with what they were said or guessed to mean. */
async function unknownStatuses(
  call: Caller,
  { importId }: Upload,
  { source, map }: ResolvedChoice,
  seen: Labels['statuses'],
): Promise<UnknownStatus[]> {
  if (map?.columns.status === undefined) return []
  const checked = importId === undefined ? undefined : await selectImport(call, importId)
  const all: Labels['statuses'] = { ...checked?.labels.statuses, ...seen }
  const { named } = await readLabels(call, { source, labels: { statuses: all, tags: [] } })
  const said = map.statuses ?? {}
  return Object.entries(all).flatMap(([name, category]) => {
    if (named.has(foldName(name))) return []
    return [{ name, category: Object.hasOwn(said, name) ? said[name] : (category ?? undefined) }]
  })
}
