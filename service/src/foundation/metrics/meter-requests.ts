import { Counter, collectDefaultMetrics, type Metric, type Registry } from 'prom-client'

export interface SeenRequest {
  readonly method: string
  readonly route: string
  readonly status: number
}

/** `code`: that of the problem, where the answer is one. */
export type RequestMeter = (seen: SeenRequest, seconds: number, code?: string) => void

interface Series {
  readonly labels: SeenRequest
  /** The number of requests up to each bound, and at the end the number of longer ones. */
  readonly counts: number[]
  sum: number
}

const NAME = 'svc_http_request_duration_seconds'
const HELP = 'Time from the arrival of a request to the decision on its answer.'
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Metrics for Prometheus: the process, and every answer by method, route and status. We count requests ourselves, because the library's histogram
 * checks and hashes the labels each time, which made every request measurably slower.
 */
export function meterRequests(registry: Registry): RequestMeter {
  collectDefaultMetrics({ register: registry, prefix: 'svc_' })
  // By route, then by the rest: a route is the same text each time, and looking it up costs less than making a text of all three.
  const routes = new Map<string, Series[]>()
  registry.registerMetric({
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({
      name: NAME,
      help: HELP,
      type: 'histogram',
      aggregator: 'sum',
      values: [...routes.values()].flat().flatMap(exportSeries),
    }),
    reset: () => routes.clear(),
  } as unknown as Metric) // the registry needs no more of a metric than this
  const problems = new Counter({
    name: 'svc_problems_total',
    help: 'Refusals and failures, by route and by the code of the problem.',
    labelNames: ['route', 'code'],
    registers: [registry],
  })
  return (seen, seconds, code) => {
    if (code !== undefined) problems.inc({ route: seen.route, code })
    const entry = seriesOf(routes, seen)
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1
    entry.counts[bucket] = (entry.counts[bucket] ?? 0) + 1
    entry.sum += seconds
  }
}

function seriesOf(routes: Map<string, Series[]>, seen: SeenRequest): Series {
  let list = routes.get(seen.route)
  if (!list) {
    list = []
    routes.set(seen.route, list)
  }
  for (const series of list) {
    if (series.labels.status === seen.status && series.labels.method === seen.method) return series
  }
  const entry = { labels: seen, counts: new Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }
  list.push(entry)
  return entry
}

function exportSeries({ labels, counts, sum }: Series) {
  let total = 0
  const buckets = counts.map((count, place) => {
    total += count
    return { metricName: `${NAME}_bucket`, labels: { le: BOUNDS[place] ?? '+Inf', ...labels }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: total },
  ]
}
