import { Readable } from 'node:stream'
import type { Field } from '../../fields/index.ts'
import { PAST_IS } from '../../refuse-future.ts'
import type { StatusCategory } from '../../statuses/index.ts'
import { asLine } from '../../texts/index.ts'
import { MISSING } from '../read-members.ts'
import { type ReadLine, sentenceOf } from '../read-record.ts'
import { type ColumnMap, fieldColumns, guessColumns, NEEDED, TARGETS, type Target } from './columns.ts'
import { type DateOrder, isYearLast, orderOf, yearFirst } from './dates.ts'
import { type Draft, fitted, momentIn, present } from './fitting.ts'
import { decode, LONGEST_LINE_BYTES, unreadable } from './lines.ts'
import { categoryOf, statusName } from './statuses.ts'

const MOST_COLUMNS = 500
const LONGEST_NAME = 200
const VALUE_SHOWN = 40
/** Rows that are read ahead, until a date shows what comes first in all of them. They stand in the beginning that a look reads. */
const MOST_ROWS_AHEAD = 1_000
const MOST_LETTERS_AHEAD = 262_144
const DELIMITERS = [',', ';', '\t'] as const

/** A row, the line that it begins in, and its number in a spreadsheet. */
export interface Row {
  readonly line: number
  readonly row: number
  readonly cells: readonly string[]
}

/** A table with the names of its columns, and how it is read. */
interface Table {
  readonly names: readonly string[]
  readonly map: ColumnMap
  readonly dates: DateOrder | undefined
}

export interface TableOptions {
  /** Without it, columns are found by their names. */
  readonly map?: ColumnMap | undefined
  /** What comes first in its dates. */
  readonly dates?: DateOrder | undefined
  /** Those of the project, whose columns are found by their names. */
  readonly fields?: readonly Field[] | undefined
}

/** A table with a line of names first, separated by commas, semicolons or tabs. */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  now: Date,
  said: TableOptions = {},
): AsyncGenerator<ReadLine> {
  const rows = rowsOf(bytes)
  try {
    const first = await rows.next()
    if (first.done) throw unreadable('The file is empty.')
    const { line, cells: names } = first.value
    const guessed = said.map ?? guessColumns(names, undefined, said.fields)
    const chosen = said.dates ? { ...guessed, dates: said.dates } : guessed
    yield* leftOut(line, { map: chosen, names })
    const { ahead, dates } = await readAhead(rows, names, chosen)
    const table = { names, map: chosen, dates }
    for (const row of ahead) yield* readRow(row, table, now)
    for await (const row of rows) yield* readRow(row, table, now)
  } finally {
    await rows.return(undefined)
  }
}

/** What comes first in the dates of a table; undefined if that cannot be told. */
export async function datesIn(bytes: AsyncIterable<Uint8Array>, map: ColumnMap): Promise<DateOrder | undefined> {
  const rows = rowsOf(bytes)
  try {
    const first = await rows.next()
    return first.done ? undefined : (await readAhead(rows, first.value.cells, map)).dates
  } finally {
    await rows.return(undefined)
  }
}

/** Reads rows until the order of their dates is known, if the map does not say it. */
async function readAhead(
  rows: AsyncIterator<Row>,
  names: readonly string[],
  { dates, columns }: ColumnMap,
): Promise<{ ahead: Row[]; dates: DateOrder | undefined }> {
  const ahead: Row[] = []
  if (dates || columns.created_at === undefined) return { ahead, dates }
  const place = names.indexOf(columns.created_at)
  let letters = 0
  while (ahead.length < MOST_ROWS_AHEAD && letters < MOST_LETTERS_AHEAD) {
    const next = await rows.next()
    if (next.done) break
    ahead.push(next.value)
    letters += next.value.cells.reduce((sum, cell) => sum + cell.length, 0)
    const found = orderOf(next.value.cells[place]?.trim() ?? '')
    if (found) return { ahead, dates: found }
  }
  return { ahead, dates: undefined }
}

function* readRow(row: Row, table: Table, now: Date): Generator<ReadLine> {
  const { line, cells } = row
  if (cells.length === table.names.length) {
    for (const read of fitted(line, draftOf(cells, table), now)) yield inWordsOfTable(read, row, table)
    return
  }
  const fault = `the row has ${cells.length} cells, and the first line names ${table.names.length} columns`
  yield { line, fault: `${rowIn(row)}${fault}` }
}

/** A spreadsheet numbers rows. The lines of a file are others if a cell has several. */
function rowIn({ line, row }: Row): string {
  return row === line ? '' : `row ${row}: `
}

/** Whoever made a table knows its columns, not the members of our records. */
function inWordsOfTable(read: ReadLine, row: Row, { map: { columns }, names, dates }: Table): ReadLine {
  if (!('fault' in read)) return read
  const named = (read.of ?? []).flatMap(({ member, problem }) => {
    const target = TARGETS.find((known) => known === member)
    const column = target && columns[target]
    if (target === undefined || column === undefined) return []
    const value = row.cells[names.indexOf(column)]?.trim() ?? ''
    const name = JSON.stringify(shortened(column))
    if (value === '') return [{ message: `${name} ${problem === MISSING ? 'is empty' : problem}` }]
    // Faults are kept, so they do not name people.
    const subject = target.includes('.') ? name : `“${shortened(value)}” in ${name}`
    return [{ message: `${subject} ${target === 'created_at' ? dateProblem(problem, value, dates) : problem}` }]
  })
  return { line: read.line, fault: `${rowIn(row)}${named.length === 0 ? read.fault : sentenceOf(named)}` }
}

function dateProblem(problem: string, value: string, dates: DateOrder | undefined): string {
  if (problem === PAST_IS) return problem
  const isOpen = isYearLast(value) && (dates === undefined || dates === 'ymd')
  return `is no date such as 2024-05-01${isOpen ? '; choose whether the day or the month comes first' : ''}`
}

/** A text of the file, on one line. */
function shortened(text: string): string {
  const letters = [...asLine(text.slice(0, 2 * VALUE_SHOWN + 2))]
  return letters.length > VALUE_SHOWN ? `${letters.slice(0, VALUE_SHOWN - 1).join('')}…` : letters.join('')
}

/** Columns that become nothing, and columns that are missing. */
function* leftOut(line: number, { map, names }: { map: ColumnMap; names: readonly string[] }): Generator<ReadLine> {
  const used = new Set([...Object.values(map.columns), ...Object.values(fieldColumns(map, names))])
  const missing = [...used].find((column) => !names.includes(column))
  if (missing !== undefined) throw unreadable(`The file has no column ${JSON.stringify(missing.slice(0, 40))}.`)
  const needed = NEEDED[map.type]
  if (map.columns[needed] === undefined)
    throw unreadable(
      `No column is known as the ${needed}. Name it in a map: {"type": "${map.type}", "columns": {"${needed}": "…"}}.`,
    )
  const unused = names.filter((name) => !used.has(name))
  const shown = unused.slice(0, 20).map((name) => name.slice(0, 40))
  if (unused.length > 0) yield { line, note: `these columns are not carried over: ${shown.join(', ')}` }
}

function draftOf(cells: readonly string[], table: Table): Draft {
  const { names, map, dates } = table
  const { type, columns, statuses = {} } = map
  const cell = (target: Target) => {
    const column = columns[target]
    return column === undefined ? undefined : cells[names.indexOf(column)]?.trim() || undefined
  }
  const person = (whose: 'author' | 'user') => {
    const found = present({
      external_id: cell(`${whose}.external_id`),
      sub: cell(`${whose}.sub`),
      email: cell(`${whose}.email`),
      name: cell(`${whose}.name`),
    })
    const isNamed = found.external_id ?? found.sub ?? found.email
    // Somebody of whom only the name is known is one person under that name.
    return Object.keys(found).length === 0
      ? undefined
      : isNamed
        ? found
        : { ...found, external_id: `name:${found.name}` }
  }
  const time = cell('created_at')
  const created_at = time === undefined ? undefined : momentIn(yearFirst(time, dates))
  if (type === 'vote') return { type, ...present({ post: cell('post'), user: person('user'), created_at }) }
  const shared = { body: cell('body'), author: person('author'), created_at }
  if (type === 'comment') {
    const id = cell('external_id') ?? `${cell('post')}/${created_at}/${shared.body}`.slice(0, 255)
    const members = { external_id: id, post: cell('post'), parent: cell('parent') }
    const flags = { is_internal: flagIn(cell('is_internal')), is_official: flagIn(cell('is_official')) }
    return { type, ...present({ ...shared, ...members, ...flags }) }
  }
  const status = cell('status')
  return {
    type,
    ...present({
      ...shared,
      external_id: cell('external_id') ?? cell('title')?.slice(0, 255),
      title: cell('title'),
      status: status && statusName(status),
      status_category: status && (meaningIn(statuses, status) ?? categoryOf(status)),
      tags: cell('tags')
        ?.split(/[,;]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      imported_vote_count: countIn(cell('imported_vote_count')),
      merged_into: cell('merged_into'),
      is_pinned: flagIn(cell('is_pinned')),
      comments_locked: flagIn(cell('comments_locked')),
      fields: valuesIn(cells, table),
    }),
  }
}

/** The values of fields, as texts; undefined if there are none. */
function valuesIn(cells: readonly string[], { map, names }: Table): Readonly<Record<string, string>> | undefined {
  const values = Object.entries(fieldColumns(map, names)).flatMap(([key, column]) => {
    const text = cells[names.indexOf(column)]?.trim()
    return text ? [[key, text] as const] : []
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

/** A map names a status as the file writes it, or as it is shown. */
function meaningIn(statuses: NonNullable<ColumnMap['statuses']>, status: string): StatusCategory | undefined {
  const name = [status, statusName(status)].find((known) => Object.hasOwn(statuses, known))
  return name === undefined ? undefined : statuses[name]
}

function flagIn(text: string | undefined): boolean | string | undefined {
  if (text === undefined) return undefined
  return /^(?:true|yes|y|1|x)$/i.test(text) ? true : /^(?:false|no|n|0)$/i.test(text) ? false : text // a wrong one is a fault
}

function countIn(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text
}

/** The rows of a table; the first has the names of the columns. */
export async function* rowsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const { CsvError, parse } = await import('csv-parse') // only an import of a table needs it
  const texts = decode(bytes)
  const first = await texts.next()
  const beginning = first.done ? '' : first.value
  const parser = parse({
    delimiter: delimiterIn(beginning),
    info: true,
    relax_column_count: true,
    relax_quotes: true, // a quote within a cell is a letter like any other
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE_BYTES,
  })
  Readable.from(startingWith(beginning, texts))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  let linesBefore = 0 // without empty ones
  let rowsBefore = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { empty_lines: number } }>) {
      const line = 1 + linesBefore + info.empty_lines
      if (record.length > MOST_COLUMNS) throw unreadable(`Line ${line} has more than ${MOST_COLUMNS} columns.`)
      if (linesBefore === 0 && record.some((name) => name.length > LONGEST_NAME))
        throw unreadable(`The first line must name the columns, and a name has at most ${LONGEST_NAME} characters.`)
      linesBefore += linesOfRow(record)
      yield { line, row: 1 + rowsBefore + info.empty_lines, cells: record }
      rowsBefore += 1
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw unreadable('A row is longer than 1 MB, so it is not a record; a quote may be missing.')
    throw unreadable(`The table cannot be read: ${error.message.split('\n')[0]}.`)
  } finally {
    parser.destroy()
  }
}

/** A cell between quotes may hold line breaks. The parser takes CR and LF there for two. */
function linesOfRow(cells: readonly string[]): number {
  const breaks = cells.map((cell) => (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0))
  return breaks.reduce((sum, count) => sum + count, 1)
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/** The one that separates most names in the first line. */
function delimiterIn(text: string): string {
  const [names = ''] = text.split('\n', 1)
  const most = (one: string, other: string) => (names.split(other).length > names.split(one).length ? other : one)
  return DELIMITERS.reduce<string>(most, ',')
}
