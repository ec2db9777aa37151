import { Counter, Gauge, type Registry } from 'prom-client'

export interface StepMeter {
  succeeded(step: string): void
  failed(step: string): void
}

/** When each step of the housekeeping last succeeded, and how often it failed. An alarm can watch how long ago the last success was. */
export function meterSteps(registry: Registry, steps: readonly string[]): StepMeter {
  const options = { labelNames: ['step'] as const, registers: [registry] }
  const lastSuccess = new Gauge({
    ...options,
    name: 'svc_housekeeping_last_success_timestamp_seconds',
    help: 'When the step was done last, in seconds since 1970. Absent until it was done once.',
  })
  const failures = new Counter({
    ...options,
    name: 'svc_housekeeping_failures_total',
    help: 'How often the step failed since the process started.',
  })
  for (const step of steps) failures.inc({ step }, 0)
  return {
    succeeded: (step) => lastSuccess.setToCurrentTime({ step }),
    failed: (step) => failures.inc({ step }),
  }
}
