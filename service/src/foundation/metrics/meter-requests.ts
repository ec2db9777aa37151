import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'

export type RequestMeter = (seen: { method: string; route: string; status: number; seconds: number }) => void

/** What Prometheus reads: the process, and every answer by method, route and status. */
export function meterRequests(registry: Registry): RequestMeter {
  collectDefaultMetrics({ register: registry, prefix: 'svc_' })
  const duration = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return ({ method, route, status, seconds }) => duration.observe({ method, route, status }, seconds)
}
