import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts work that happens beside requests: jobs, and loops, which look for work several times a second. A label `job` would be overwritten by Prometheus. */
export interface WorkMeter {
  done(work: string): void
  failed(work: string): void
}

/** For work that nobody watches, such as that of tests. */
export const UNWATCHED: WorkMeter = { done: () => {}, failed: () => {} }

export function meterWork(registry: Registry): WorkMeter {
  const runs = new Counter({
    name: 'svc_jobs_total',
    help: 'How often work beside the requests ran, and whether it was done or failed. A failed one is tried again.',
    labelNames: ['work', 'result'],
    registers: [registry],
  })
  const lastSuccess = new Gauge({
    name: 'svc_job_last_success_timestamp_seconds',
    help: 'When the work was done last, in seconds since 1970. Absent until it was done once.',
    labelNames: ['work'],
    registers: [registry],
  })
  return {
    done: (work) => {
      runs.inc({ work, result: 'done' })
      lastSuccess.setToCurrentTime({ work })
    },
    failed: (work) => runs.inc({ work, result: 'failed' }),
  }
}

/** Counts by one word out of a few. Each of them is there from the start, because a rate needs a first value. */
export function meterResults<Result extends string>(
  registry: Registry,
  { name, help, results }: { readonly name: string; readonly help: string; readonly results: readonly Result[] },
): (result: Result) => void {
  const counter = new Counter({ name, help, labelNames: ['result'], registers: [registry] })
  for (const result of results) counter.inc({ result }, 0)
  return (result) => counter.inc({ result })
}
