import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

/** The numbers of one process, as its registry exports them. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[]

export interface MetricsSum {
  /** Asks the processes for their numbers and adds up what they answer, with those of this process, as text. */
  collect(ids: readonly number[], ask: (round: number) => void, own?: Promise<Measured>): Promise<string>
  /** An answer of a process. */
  take(id: number, round: number, measured: Measured): void
  /** A process has ended. Its counts stay in the sums, because a falling count looks like a restart of all processes. */
  keep(id: number): void
}

const ANSWER_WITHIN_MS = 2_000

/** The numbers of several processes. If a process has ended or does not answer in time, its last numbers count. */
export function sumMetrics(withinMs = ANSWER_WITHIN_MS): MetricsSum {
  const latest = new Map<number, Measured>()
  const rounds = new Map<number, { readonly missing: Set<number>; readonly done: () => void }>()
  const gone = new Set<number>() // an answer of such a process may still arrive
  let ended: Measured = []
  let asked = 0

  function answered(id: number, round: number): void {
    const waiting = rounds.get(round)
    waiting?.missing.delete(id)
    if (waiting?.missing.size === 0) waiting.done()
  }

  return {
    collect: async (ids, ask, own = Promise.resolve([])) => {
      asked += 1
      const round = asked
      const answers = new Promise<void>((done) => {
        const limit = setTimeout(done, withinMs)
        const all = () => {
          clearTimeout(limit)
          done()
        }
        rounds.set(round, { missing: new Set(ids), done: all })
        if (ids.length === 0) all()
        else ask(round)
      })
      const [mine] = await Promise.all([own, answers])
      rounds.delete(round)
      return AggregatorRegistry.aggregate([...latest.values(), ended, mine]).metrics()
    },
    take: (id, round, measured) => {
      if (gone.has(id)) return
      latest.set(id, measured)
      answered(id, round)
    },
    keep: (id) => {
      gone.add(id)
      ended = countsOf([ended, latest.get(id) ?? []])
      latest.delete(id)
      for (const round of rounds.keys()) answered(id, round)
    },
  }
}

/** A gauge describes the present, so the gauges of an ended process are left out. */
function countsOf(all: readonly Measured[]): Measured {
  const counts = all.map((measured) => measured.filter(({ type }) => String(type) !== 'gauge'))
  return AggregatorRegistry.aggregate(counts).getMetricsAsArray() as Measured // a sum has its values beside its name
}
