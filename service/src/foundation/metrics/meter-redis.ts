import { Gauge, type Registry } from 'prom-client'

export interface RedisMeter {
  away(): void
  back(): void
}

export function meterRedis(registry: Registry): RedisMeter {
  const gauge = new Gauge({
    name: 'svc_redis_away',
    help: 'Processes that Redis does not answer, so that each of them counts rate limits for itself.',
    registers: [registry],
  })
  gauge.set(0)
  return { away: () => gauge.set(1), back: () => gauge.set(0) }
}
