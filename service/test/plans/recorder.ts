import pg from 'pg'
import type { Storage } from '../../src/foundation/storage/index.ts'
import { OF_SESSION } from '../../src/foundation/storage/pool.ts'
import { type Prepared, type Run, type Sql, sqlOn } from '../../src/foundation/storage/sql.ts'
import type { PlanNode } from './plan.ts'

/** A statement is planned for its values five times; then the server decides whether one plan for all values is as good. */
const TIMES_UNTIL_GENERIC = 7
/** In the unit of plans: a thousand times the default of `cpu_operator_cost`. */
const COST_OF_PLANNING_A_TABLE = 2.5
/** No statement names so many tables. */
const MOST_COST_OF_PLANNING = 200 * COST_OF_PLANNING_A_TABLE

export interface Recorded {
  readonly text: string
  /** Whether its text is planned once on a connection, and not at each use. */
  readonly isPrepared: boolean
  /** For these values, and, where the statement is prepared, the one that it is run with in the long run. */
  readonly plans: readonly PlanNode[]
  /** The same with what happened when it ran; of statements that change something only where `runChanges` asks for it. */
  readonly run: PlanNode | undefined
}

export interface Recorder {
  readonly database: Storage
  /** What was run since the last time. */
  taken(): Recorded[]
}

export interface RecorderOptions {
  /** Runs statements that change something twice: once to look, which is taken back. */
  readonly runChanges?: boolean
}

/** The same database on one connection, where every statement is explained before it is run. */
export async function recordOn(
  storage: Storage,
  { runChanges = false }: RecorderOptions = {},
): Promise<Recorder & { close(): Promise<void> }> {
  const client = new pg.Client(storage.connection)
  await client.connect()
  await client.query(OF_SESSION.map((setting) => `set ${setting}`).join('; '))
  // At the size of a test it is cheaper to go through a table of a few megabytes than to look up some hundred rows; at the size
  // that these plans are made for it is not.
  await client.query('set random_page_cost = 1.1')
  let recorded: Recorded[] = []
  let isInside = false
  let last: Promise<unknown> = Promise.resolve()
  const run: Run = (prepared, values, kind) => {
    // One after the other, in the order in which they were sent, as on a connection of the service.
    const answer = last.then(async () => {
      if (!/^(savepoint|rollback|set)\b/.test(prepared.text))
        recorded.push(
          kind === 'look-up'
            ? await explainLookUp(client, prepared, values)
            : await explain(client, prepared, values, runChanges ? { isInside } : undefined),
        )
      return (await client.query({ ...prepared, values })).rows
    })
    last = answer.catch(() => {})
    return answer
  }
  const sql = sqlOn(run)
  const recordedStores: Pick<Storage, 'sql' | 'transaction'> = {
    sql,
    transaction: (work) => {
      isInside = true
      return transaction(client, sql, work).finally(() => {
        isInside = false
      })
    },
  }
  return {
    database: { ...storage, ...recordedStores, shareOf: () => recordedStores },
    taken: () => {
      const taken = recorded
      recorded = []
      return taken
    },
    close: () => client.end(),
  }
}

async function transaction<Result>(client: pg.Client, sql: Sql, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work(sql)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function planOn(client: pg.Client) {
  return async (options: string, rest: string, values: unknown[] = []): Promise<PlanNode> =>
    (await client.query(`explain (${options}) ${rest}`, values)).rows[0]['QUERY PLAN'][0].Plan
}

function executing(values: unknown[]): string {
  return `execute explained${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
}

/** Explains a statement with the plan for all values, which is left prepared. All of it is sent at once. */
async function explainGeneric(client: pg.Client, options: string, text: string, execute: string): Promise<PlanNode> {
  const answers = await client.query(
    [
      `prepare explained as ${text}`,
      'set plan_cache_mode = force_generic_plan',
      `explain (${options}) ${execute}`,
      'reset plan_cache_mode',
    ].join(';'),
  )
  return (answers as unknown as pg.QueryResult[])[2]?.rows[0]['QUERY PLAN'][0].Plan // of several statements it is a list
}

/** On its connections a look-up always has the plan for all values. */
async function explainLookUp(client: pg.Client, { text }: Prepared, values: unknown[]): Promise<Recorded> {
  const run = await explainGeneric(client, 'analyze, format json', text, executing(values))
  await client.query('deallocate explained')
  return { text, isPrepared: true, plans: [run], run }
}

async function explain(
  client: pg.Client,
  { name, text }: Prepared,
  values: unknown[],
  runChanges: { readonly isInside: boolean } | undefined,
): Promise<Recorded> {
  const plan = planOn(client)
  const changes = /\b(insert|update|delete)\b/.test(text)
  const runIt = () => plan('analyze, format json', text, values)
  const run = !changes ? await runIt() : runChanges ? await takenBack(client, runChanges.isInside, runIt) : undefined
  const own = run ? asPlanned(run) : await plan('format json', text, values)
  if (name === undefined) return { text, isPrepared: false, plans: [own], run }
  return { text, isPrepared: true, plans: [own, await planInTheLongRun(client, text, values, own)], run }
}

/**
 * The server takes the plan for all values where it costs less than the plan for these values together with making that plan. Often the costs alone
 * decide; otherwise the server is asked as often as it takes until it has decided.
 */
async function planInTheLongRun(client: pg.Client, text: string, values: unknown[], own: PlanNode): Promise<PlanNode> {
  const execute = executing(values)
  const generic = await explainGeneric(client, 'format json', text, execute)
  try {
    const more = generic['Total Cost'] - own['Total Cost']
    if (more < leastCostOfPlanning(own)) return generic
    if (more > MOST_COST_OF_PLANNING) return own
    await client.query(Array.from({ length: TIMES_UNTIL_GENERIC - 1 }, () => `explain ${execute}`).join(';'))
    return await planOn(client)('format json', execute)
  } finally {
    await client.query('deallocate explained')
  }
}

/** The plan of a run without what happened in it. */
function asPlanned(run: PlanNode): PlanNode {
  const { 'Actual Rows': _rows, 'Actual Loops': _loops, Plans, ...planned } = run
  return { ...planned, ...(Plans && { Plans: Plans.map(asPlanned) }) }
}

/** As the server counts it: for each table of the statement, and one more. Tables that the plan does not need are not in it. */
function leastCostOfPlanning(plan: PlanNode): number {
  return COST_OF_PLANNING_A_TABLE * (1 + tablesIn(plan))
}

function tablesIn(plan: PlanNode): number {
  return (plan.Plans ?? []).reduce((sum, part) => sum + tablesIn(part), plan['Relation Name'] === undefined ? 0 : 1)
}

/** Runs it and takes back what it changed; `isInside` a transaction that goes on. */
async function takenBack<Result>(client: pg.Client, isInside: boolean, work: () => Promise<Result>): Promise<Result> {
  await client.query(isInside ? 'savepoint look' : 'begin')
  return work().finally(() => client.query(isInside ? 'rollback to look' : 'rollback'))
}

/** `execute` takes no parameters, so its values stand in the text, as the driver would have sent them. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`)
  return pg.escapeLiteral(String(value))
}
