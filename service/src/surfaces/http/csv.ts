import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Page, PageRequest } from '../../foundation/paging/index.ts'

type Cell = string | number | boolean | Date | null | undefined

/** The columns of a table by their names, and what each shows of an item. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>

/** The pages of a list, each from the place where the one before ended. */
export type List<Item> = (page: PageRequest<never>) => Promise<Page<Item, unknown>>

const ROWS_A_PAGE = 100
/** With it, spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = String.fromCodePoint(0xfeff)
/** Spreadsheets run a cell that begins like this as a formula, also behind spaces and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/

/** Sends a whole list as CSV (RFC 4180), page by page as the reader takes it. */
export function sendCsv<Item>(
  reply: FastifyReply,
  name: string,
  columns: Columns<Item>,
  list: List<Item>,
  onFailure: (error: unknown) => void,
): FastifyReply {
  const file = Readable.from(csvOf(columns, list))
  file.once('error', (error) => {
    if (reply.raw.headersSent) onFailure(error) // it can no longer be reported to the reader: the connection is cut
  })
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(file)
}

async function* csvOf<Item>(columns: Columns<Item>, list: List<Item>): AsyncGenerator<string> {
  const cells = Object.values(columns)
  let after: never | undefined
  let before = `${BYTE_ORDER_MARK}${Object.keys(columns).map(cellOf).join(',')}\r\n`
  do {
    const { items, next } = await list({ limit: ROWS_A_PAGE, after })
    yield before + items.map((item) => `${cells.map((cell) => cellOf(cell(item))).join(',')}\r\n`).join('')
    before = ''
    after = next as never | undefined // the same list wrote it
  } while (after !== undefined)
}

/** Only texts can be formulas: numbers and times are written by us. */
function cellOf(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
