import { readHead } from '../../src/foundation/storage/migration-files.ts'

/** One statement, in small letters and without line breaks, and the comments before it. */
interface Statement {
  readonly sql: string
  readonly comments: string
}

/** What runs one by one: it takes as long as it needs, keeps nobody waiting, and may be repeated. */
const ONE_BY_ONE = [
  /^create (?:unique )?index concurrently if not exists /,
  /^drop index concurrently if exists /,
  /^alter table [a-z_]+ validate constraint [a-z_]+$/,
  /^select gin_clean_pending_list\('[a-z_0-9]+'\)$/,
]
/** PostgreSQL builds no index of these concurrently: one of each partition is built, and attached. */
const PARTITIONED = /^create (?:unique )?index concurrently .* on (?:only )?events\b/
const HARMLESS = /^(?:create (?:or replace )?(?:function|view|sequence|type|extension|trigger)|comment on|set local) /
/** Requests wait for a moment, because they look at all indexes of a table. */
const OF_INDEX = /^alter index ([a-z_0-9]+) (?:set|reset) \(/
const CONSTANT = /\bdefault (?:'[^']*'(?:::[a-z]+(?:\[\])?)?|-?[\d.]+|true|false|null|now\(\))(?:[ ,)]|$)/
const OF_COLUMNS =
  /^alter (?:column )?[a-z_]+ (?:set default|drop default|drop not null|set \(|reset \(|set storage|set statistics|set compression)/

/** Why a migration would stop requests for longer than a moment, or break a build that it says it serves. */
export function faultsOf(version: number, text: string): string[] {
  const { serves, steps } = readHead(text)
  if (serves === undefined)
    return ['The first line is not "-- serves NNNN", the oldest schema whose build still works.']
  if (serves >= version) return [`It serves builds that know it anyway. Name an older schema than ${version}.`]
  const statements = statementsIn(text)
  if (steps) return statements.flatMap(({ sql }) => (isForOneByOne(sql) ? [] : [notAlone(sql)]))
  const made = new Set(
    statements.map(({ sql }) => /^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/.exec(sql)?.[1]),
  )
  const altered = new Set(statements.map(({ sql }) => /^alter table (?:only )?([a-z_]+)/.exec(sql)?.[1]))
  const tables = [...altered].filter((table) => table !== undefined && !made.has(table))
  const existing = [...tables, ...statements.flatMap(({ sql }) => OF_INDEX.exec(sql)?.[1] ?? [])]
  return [
    ...(existing.length > 1
      ? [
          `It changes ${existing.join(' and ')}: it would hold one while it waits for the other. Make a migration for each.`,
        ]
      : []),
    ...statements.flatMap((statement) => faultsOfStatement(statement, (table) => made.has(table), serves)),
  ]
}

function faultsOfStatement({ sql, comments }: Statement, isMade: (table: string) => boolean, serves: number): string[] {
  const [, created] = /^create (?:unlogged )?(table) /.exec(sql) ?? []
  if (created || HARMLESS.test(sql) || OF_INDEX.test(sql)) return []
  const [, indexed] = /^create (?:unique )?index .*? on (?:only )?([a-z_]+)/.exec(sql) ?? []
  if (indexed !== undefined) {
    return isMade(indexed)
      ? []
      : [`Writes to ${indexed} wait for its index. Build it one by one, with create index concurrently if not exists.`]
  }
  if (/^drop index /.test(sql))
    return ['Readers wait for a drop index. Use drop index concurrently if exists, one by one.']
  const [, written] = /^(?:update|delete from|insert into) ([a-z_]+)/.exec(sql) ?? []
  if (written !== undefined) {
    const isSmall = isMade(written) || /-- few rows\b/.test(comments)
    return isSmall
      ? []
      : [`It may change many rows of ${written}: let a job do it in portions, or say "-- few rows" and why.`]
  }
  if (/^(?:drop (?:table|view|function|type|trigger|sequence)|alter (?:index|sequence|type)) /.test(sql))
    return faultsOfRemoval(sql, comments, serves)
  const [, table, actions] = /^alter table (?:only )?([a-z_]+) (.*)$/.exec(sql) ?? []
  if (table === undefined || actions === undefined) return [`No rule says that this is safe: ${start(sql)}`]
  if (isMade(table)) return []
  return actionsOf(actions).flatMap((action) => faultsOfAction(action, comments, serves))
}

/** What an older build may still use is removed when the oldest build that is served does without it. */
function faultsOfRemoval(sql: string, comments: string, serves: number): string[] {
  const unused = /-- unused since (\d{4})\b/.exec(comments)?.[1]
  if (unused !== undefined && Number(unused) <= serves) return []
  return [
    `A build that is served may use this: ${start(sql)}. Say "-- unused since NNNN", with NNNN not above what it serves.`,
  ]
}

function faultsOfAction(action: string, comments: string, serves: number): string[] {
  if (/^(?:drop column|rename|drop (?!constraint))/.test(action)) return faultsOfRemoval(action, comments, serves)
  if (/^drop constraint/.test(action) || OF_COLUMNS.test(action)) return []
  if (/^add (?:constraint [a-z_]+ )?(?:check|foreign key)\b.* not valid$/.test(action)) return []
  if (/^add constraint [a-z_]+ (?:unique|primary key) using index /.test(action)) return []
  if (/^add (?:constraint|check|foreign key|unique|primary key)\b/.test(action)) {
    return [`Every row is checked meanwhile: ${start(action)}. Add it as not valid, and validate it one by one later.`]
  }
  if (/^add (?:column )?/.test(action)) return faultsOfColumn(action)
  return [`The table is read or written as a whole meanwhile: ${start(action)}.`]
}

function faultsOfColumn(action: string): string[] {
  const isConstant = CONSTANT.test(action)
  if (/\b(?:generated|serial|bigserial|references|unique|primary key|check) ?/.test(action)) {
    return [`Every row is read or written meanwhile: ${start(action)}. Add the bare column first.`]
  }
  if (/\bdefault\b/.test(action) && !isConstant)
    return [`Every row is written meanwhile: ${start(action)}. Use a constant.`]
  if (/\bnot null\b/.test(action) && !isConstant)
    return [`An older build does not know the column: ${start(action)}. Give it a default.`]
  return []
}

function isForOneByOne(sql: string): boolean {
  return ONE_BY_ONE.some((form) => form.test(sql)) && !PARTITIONED.test(sql)
}

function notAlone(sql: string): string {
  return `This cannot be repeated, stops others, or is not possible: ${start(sql)}. One by one are indexes made and dropped concurrently, and constraints validated.`
}

function start(sql: string): string {
  return sql.length > 60 ? `${sql.slice(0, 60)}…` : sql
}

/** `add column a int, add column b numeric(3, 1)` are two. */
function actionsOf(actions: string): string[] {
  const found = ['']
  let depth = 0
  for (const letter of actions) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((action) => action.trim())
}

function statementsIn(text: string): Statement[] {
  const found: Statement[] = []
  let [sql, comments] = ['', '']
  for (const line of text.split('\n')) {
    const [, code = '', comment = ''] = /^(.*?)(--.*)?$/.exec(line) ?? []
    sql += `${code} `
    comments += `${comment}\n`
    if (sql.split('$$').length % 2 === 0 || !code.trimEnd().endsWith(';')) continue
    found.push({ sql: plain(sql), comments })
    sql = ''
    comments = ''
  }
  return [...found, { sql: plain(sql), comments }].filter((statement) => statement.sql !== '')
}

function plain(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim().replace(/;$/, '').toLowerCase()
}
