import { Counter, Gauge, type Registry } from 'prom-client'
import { type Places, systemCall } from './domain/call/index.ts'
import { endOfLogNow, followLog } from './domain/events/index.ts'
import { areOperatorsLasting } from './domain/operators/index.ts'
import { areLasting } from './domain/sessions/index.ts'
import { type Log, limitRepeats } from './foundation/log/index.ts'
import type { Cursors } from './foundation/paging/index.ts'
import type { Database } from './foundation/storage/index.ts'
import { type Live, type LiveSession, type LiveSource, openLive } from './surfaces/http/index.ts'

/** One board cannot take all streams of a process, and one address few of them. */
const SHARE_OF_A_PROJECT = 0.8
const MOST_OF_AN_ADDRESS = 100

export interface LivePagesOptions {
  readonly database: Database
  readonly places: Places
  readonly cursors: Cursors
  readonly now: () => Date
  readonly registry: Registry
  readonly log: Log
  readonly mostStreams: number
  readonly onFollowed: () => void
}

/** The open pages that follow what happens, on all surfaces of this process. */
export function openLivePages(options: LivePagesOptions): Live {
  const { database, places, cursors, now, registry, log, mostStreams, onFollowed } = options
  const system = () => systemCall(database, places, now())
  const source: LiveSource = {
    end: () => endOfLogNow(system()),
    after: (position, limit) => followLog(system(), position, limit),
    areLasting: async (sessions) => {
      const users = sessions.filter((session) => session.kind === 'user')
      const operators = sessions.filter((session) => session.kind === 'operator')
      const [ofUsers, ofOperators] = await Promise.all([
        users.length > 0 ? areLasting(system(), users) : [],
        operators.length > 0
          ? areOperatorsLasting(
              system(),
              operators.map(({ hash }) => hash),
            )
          : [],
      ])
      const lasting = new Map<LiveSession, boolean>()
      for (const [index, session] of users.entries()) lasting.set(session, ofUsers[index] ?? false)
      for (const [index, session] of operators.entries()) lasting.set(session, ofOperators[index] ?? false)
      return sessions.map((session) => lasting.get(session) ?? false)
    },
    onFollowed,
    onFailure: (error) =>
      limitRepeats(log).warn({ err: error }, 'what live pages follow could not be read; it is tried again'),
  }
  const live = openLive(source, cursors, {
    mostInAll: mostStreams,
    mostOfAProject: Math.ceil(mostStreams * SHARE_OF_A_PROJECT),
    mostOfAnAddress: MOST_OF_AN_ADDRESS,
  })
  meterLive(registry, live)
  return live
}

function meterLive(registry: Registry, live: Live): void {
  new Gauge({
    name: 'svc_live_streams',
    help: 'Open pages that follow what happens.',
    registers: [registry],
    collect() {
      this.set(live.count())
    },
  })
  new Counter({
    name: 'svc_live_streams_cut_total',
    help: 'Pages that were cut off, because they read too slowly what they were told.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(live.countCut())
    },
  })
}
