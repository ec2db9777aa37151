import { Readable } from 'node:stream'
import type { StatusCategory } from '../../statuses/index.ts'
import { INSTANT_IS } from '../read-members.ts'
import { type ReadLine, sentenceOf } from '../read-record.ts'
import { type ColumnMap, guessColumns, NEEDED, TARGETS, type Target } from './columns.ts'
import { type Draft, fitted, momentIn, present } from './fitting.ts'
import { decode, LONGEST_LINE_BYTES, unreadable } from './lines.ts'
import { categoryOf, statusName } from './statuses.ts'

const MOST_COLUMNS = 500
const LONGEST_NAME = 200
const DELIMITERS = [',', ';', '\t'] as const

/** A table with a line of names first, separated by commas, semicolons or tabs. Without a map, columns are found by their names. */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, now: Date, map?: ColumnMap): AsyncGenerator<ReadLine> {
  let chosen: { readonly map: ColumnMap; readonly names: readonly string[] } | undefined
  for await (const { line, cells } of rowsOf(bytes)) {
    if (!chosen) {
      chosen = { map: map ?? guessColumns(cells), names: cells }
      yield* leftOut(line, chosen)
    } else if (cells.length !== chosen.names.length) {
      yield {
        line,
        fault: `the row has ${cells.length} cells, and the first line names ${chosen.names.length} columns`,
      }
    } else
      for (const read of fitted(line, draftOf(cells, chosen.names, chosen.map), now))
        yield inWordsOfTable(read, chosen.map)
  }
  if (!chosen) throw unreadable('The file is empty.')
}

/** Whoever made a table knows its columns, not the members of our records. */
function inWordsOfTable(read: ReadLine, { columns }: ColumnMap): ReadLine {
  if (!('fault' in read) || !read.of) return read
  const named = read.of.flatMap(({ member, problem }) => {
    const target = TARGETS.find((known) => known === member)
    const column = target && columns[target]
    if (column === undefined) return []
    const words = problem === INSTANT_IS ? 'must be a date such as 2024-05-01, or 2024-05-01 12:00' : problem
    return [{ message: `column ${JSON.stringify(column.slice(0, 40))} ${words}` }]
  })
  return named.length === 0 ? read : { line: read.line, fault: sentenceOf(named) }
}

/** Columns that become nothing, and columns that are missing. */
function* leftOut(line: number, { map, names }: { map: ColumnMap; names: readonly string[] }): Generator<ReadLine> {
  const used = new Set(Object.values(map.columns))
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

function draftOf(
  cells: readonly string[],
  names: readonly string[],
  { type, columns, statuses = {} }: ColumnMap,
): Draft {
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
  const created_at = time === undefined ? undefined : momentIn(time)
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
    }),
  }
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

/** The rows of a table with the lines that they begin in; the first has the names of the columns. */
export async function* rowsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; cells: string[] }> {
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
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { empty_lines: number } }>) {
      const line = 1 + linesBefore + info.empty_lines
      if (record.length > MOST_COLUMNS) throw unreadable(`Line ${line} has more than ${MOST_COLUMNS} columns.`)
      if (linesBefore === 0 && record.some((name) => name.length > LONGEST_NAME))
        throw unreadable(`The first line must name the columns, and a name has at most ${LONGEST_NAME} characters.`)
      linesBefore += linesOfRow(record)
      yield { line, cells: record }
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
