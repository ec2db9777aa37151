import { asProblem, codeOf, isOutOfReach, READ_ONLY } from './failures.ts'
import { ANSWER_WITHIN_MS, openReplica, type Replica, type Said } from './replica.ts'
import type { Reach } from './servers.ts'
import type { Snapshot, SnapshotOptions } from './snapshot.ts'
import { type Run, type Sql, sqlOn } from './sql.ts'
import type { StatementNames } from './statement-names.ts'
import { within } from './within.ts'

const LOOK_EVERY_MS = 1_000
/** A replica that was not heard of for so long is not used. */
const SILENT_AFTER_MS = 3_000
/** A replica that is further behind is not used. Nobody judges by what the primary said longer ago. */
const MOST_LAG_MS = 5_000
/** For so many looks it is known how far the primary was. */
const MARKS_KEPT = 600
const WAIT_MOST_MS = 500
const WAIT_EACH_MS = 20
/** A statement took too long; on the primary it would take as long. */
const TOOK_TOO_LONG = '57014'

type Transaction = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>

/** Called when a replica is left out, with the reason, and when it is used again. */
export type TellReplica = (name: string, leftOut: string | undefined) => void

export interface ReplicaState {
  readonly name: string
  /** How far behind it is; undefined if that is not known. */
  readonly lagMs: number | undefined
  readonly isLeftOut: boolean
}

/** One reader's way to a replica. From the first statement that fails there, and from the first transaction on, everything goes to the primary. */
export interface Aside {
  readonly sql: Sql
  readonly transaction: Transaction
  /** Undefined: on this replica a long read could be cancelled. */
  readonly openSnapshot: ((options?: SnapshotOptions) => Promise<Snapshot>) | undefined
  /** Whether the primary was asked, too. */
  hasLeft(): boolean
}

export interface Replicas {
  /** What they answer can be so old, and no older. */
  readonly mostBehindMs: number
  /** How far the primary is: everything that was committed before is before this position. */
  position(): Promise<number>
  /** A replica that has everything before this position, by what was last heard of it. */
  choose(least: number): Aside | undefined
  /** A replica that has everything that was committed before. Waits a little for it. */
  caughtUp(): Promise<Aside | undefined>
  /** How many readings went where; `again`: begun on a replica, and asked again on the primary. */
  counts(): Readonly<Record<'replica' | 'primary' | 'again', number>>
  states(): readonly ReplicaState[]
  close(): Promise<void>
}

interface Primary {
  readonly sql: Sql
  readonly run: Run
  readonly transaction: Transaction
}

export interface ReplicasOptions {
  readonly primary: Primary
  readonly followers: readonly Reach[]
  readonly max: number
  readonly names: StatementNames
  readonly onChange: TellReplica | undefined
}

/** What is known about a replica. */
interface Known {
  readonly replica: Replica
  readonly mostLagMs: number
  position: number
  heardAt: number
  /** It has everything that was committed before this moment. */
  hasAllUntil: number
  lagMs: number | undefined
  /** Why it is not used. */
  leftOut: string | undefined
  isPatient: boolean
}

/** The servers that follow the primary. Each is asked once a second how far it is, and used while it is near enough. */
export function openReplicas({ primary, followers, max, names, onChange }: ReplicasOptions): Replicas {
  const all = followers.map((reach): Known => {
    const replica = openReplica({ reach, max, names, onLost: () => leaveOut(known, 'It lost a connection.') })
    const known: Known = {
      replica,
      mostLagMs: reach.mostLagMs ?? MOST_LAG_MS,
      position: 0,
      heardAt: 0,
      hasAllUntil: Number.NEGATIVE_INFINITY,
      lagMs: undefined,
      leftOut: 'It was not asked yet.',
      isPatient: false,
    }
    return known
  })
  const counts = { replica: 0, primary: 0, again: 0 }
  const marks = openMarks()
  let turn = 0

  function leaveOut(known: Known, reason: string | undefined): void {
    const isChanged = (known.leftOut === undefined) !== (reason === undefined)
    known.leftOut = reason
    if (isChanged) onChange?.(known.replica.name, reason)
  }

  /** It is judged by what the primary says meanwhile. */
  async function lookAt(known: Known, askedPrimary?: Promise<void>): Promise<void> {
    try {
      const said = await known.replica.ask()
      const heardAt = performance.now()
      await askedPrimary
      const now = performance.now()
      known.heardAt = heardAt
      known.position = said.position
      known.isPatient = said.isPatient
      known.hasAllUntil = marks.reachedAt(said.position) ?? Number.NEGATIVE_INFINITY
      known.lagMs = marks.lagMs(said.position, now)
      leaveOut(known, reasonAgainst(said, marks.primary(now), known.lagMs, known.mostLagMs))
    } catch (error) {
      known.replica.cut()
      known.lagMs = undefined
      leaveOut(known, `It does not answer: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function look(): Promise<void> {
    const askedAt = performance.now()
    const askedPrimary = within(ANSWER_WITHIN_MS, askPrimary(primary.sql)).then(
      (said) => marks.add(said, askedAt),
      () => {}, // the last mark grows old
    )
    await Promise.all(all.map((known) => lookAt(known, askedPrimary)))
  }
  const timer = repeat(look)

  function usable(least: number): Known[] {
    const now = performance.now()
    return all.filter((known) => known.leftOut === undefined && known.position >= least && isRecent(known, now))
  }

  function choose(least: number): Aside | undefined {
    const found = usable(least)
    turn += 1
    const known = found[turn % found.length]
    counts[known ? 'replica' : 'primary'] += 1
    return known && beside(known)
  }

  function beside(known: Known): Aside {
    let hasLeft = false
    const run: Run = (prepared, values, kind) => {
      if (hasLeft) return primary.run(prepared, values, kind)
      return known.replica.run(prepared, values, kind).catch((error) => {
        // The primary serves writers, so no crowd may follow from here to there.
        if (codeOf(error) === TOOK_TOO_LONG || known.replica.isOfCrowd(error)) throw asProblem(error)
        if (isOutOfReach(error) && codeOf(error) !== READ_ONLY) leaveOut(known, `A statement failed: ${error.message}`)
        if (!hasLeft) counts.again += 1
        hasLeft = true
        return primary.run(prepared, values, kind)
      })
    }
    return {
      sql: sqlOn(run),
      transaction: (work) => {
        hasLeft = true
        return primary.transaction(work)
      },
      openSnapshot: known.isPatient ? known.replica.openSnapshot : undefined,
      hasLeft: () => hasLeft,
    }
  }

  const position = () => positionOf(primary.sql)
  return {
    // It may fall further behind until it is heard of again.
    mostBehindMs: Math.max(...all.map(({ mostLagMs }) => mostLagMs)) + SILENT_AFTER_MS,
    position,
    choose,
    caughtUp: async () => {
      const least = await position()
      const until = performance.now() + WAIT_MOST_MS
      while (usable(least).length === 0 && usable(0).length > 0 && performance.now() < until) {
        await new Promise((wake) => setTimeout(wake, WAIT_EACH_MS))
        await Promise.all(usable(0).map((known) => lookAt(known)))
      }
      return choose(least)
    },
    counts: () => counts,
    states: () =>
      all.map((known) => ({ name: known.replica.name, lagMs: known.lagMs, isLeftOut: !usable(0).includes(known) })),
    close: async () => {
      clearInterval(timer)
      await Promise.all(all.map(({ replica }) => replica.close()))
    },
  }
}

function repeat(look: () => Promise<void>): NodeJS.Timeout {
  let isLooking = false
  const again = async () => {
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }
  void again()
  return setInterval(again, LOOK_EVERY_MS).unref()
}

/** Only the primary can be asked this; a server that became a replica refuses. */
async function askPrimary(sql: Sql): Promise<Omit<Said, 'isReplica' | 'isPatient'>> {
  const [row] = await sql<{ database: string; timeline: string; position: number }[]>`
    select s.system_identifier || ' ' || current_database() as database, left(pg_walfile_name(l.lsn), 8) as timeline,
      pg_wal_lsn_diff(l.lsn, '0/0')::float8 as position
    from pg_control_system() s, (select pg_current_wal_flush_lsn() as lsn offset 0) as l`
  if (!row) throw new Error('The primary said nothing.')
  return { ...row, timeline: Number.parseInt(row.timeline, 16) }
}

async function positionOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position`.asLookUp()
  if (!row) throw new Error('The primary said nothing.')
  return row.position
}

type PrimarySaid = Awaited<ReturnType<typeof askPrimary>>

/** How far the primary was at some moments. A replica that has reached a mark has everything that was committed before that moment. */
export function openMarks() {
  let primary: PrimarySaid | undefined
  let marks: { readonly position: number; readonly at: number }[] = [] // the oldest first
  return {
    add(said: PrimarySaid, at: number): void {
      if (primary?.timeline !== said.timeline || primary.database !== said.database) marks = []
      primary = said
      marks = [...marks.slice(-MARKS_KEPT), { position: said.position, at }]
    },
    /** What the primary said last; undefined if that was too long ago to judge replicas by it. */
    primary(now: number): PrimarySaid | undefined {
      const last = marks.at(-1)
      return last && now - last.at <= MOST_LAG_MS ? primary : undefined
    },
    /** Everything that was committed before this moment is before the position; undefined: nobody knows such a moment. */
    reachedAt(position: number): number | undefined {
      return marks.findLast((mark) => mark.position <= position)?.at
    },
    lagMs(position: number, now: number): number | undefined {
      const reached = marks.findLastIndex((mark) => mark.position <= position)
      const mark = marks[reached]
      if (!mark) return undefined // it is behind all that is known
      return reached === marks.length - 1 ? 0 : now - mark.at
    },
  }
}

/** Whether what was last heard of a replica still counts. What it lacks is never older than its limit, however long nobody answered. */
export function isRecent(
  { heardAt, hasAllUntil, mostLagMs }: Pick<Known, 'heardAt' | 'hasAllUntil' | 'mostLagMs'>,
  now: number,
): boolean {
  return now - heardAt < SILENT_AFTER_MS && now - hasAllUntil <= mostLagMs
}

/** Why a replica may not be used; undefined: it may. */
export function reasonAgainst(
  said: Said,
  primary: PrimarySaid | undefined,
  lagMs: number | undefined,
  mostLagMs: number,
): string | undefined {
  if (!said.isReplica) return 'It takes writes itself, so it is no replica.'
  if (primary === undefined) return 'The primary does not answer, so nobody knows how far behind it is.'
  if (said.database !== primary.database) return 'It has another database than the primary.'
  if (said.timeline !== primary.timeline) return 'It does not follow this primary, or began to a moment ago.'
  if (lagMs === undefined) return 'It is behind, and nobody knows how far.'
  if (lagMs > mostLagMs) return `It is ${Math.round(lagMs / 1_000)} seconds behind.`
  return undefined
}
