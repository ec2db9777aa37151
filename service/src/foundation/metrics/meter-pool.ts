import { Gauge, type Registry } from 'prom-client'

/** What a pool of connections says about itself. */
export interface PoolCounts {
  readonly totalCount: number
  readonly idleCount: number
  readonly options: { readonly max: number }
}

export interface Connections {
  readonly pool: PoolCounts
  /** How many wait for one. */
  waiting(): number
}

/** The connections that requests and jobs share. Look-ups have two connections of their own, which nobody waits for. */
export function meterPool(registry: Registry, { pool, waiting }: Connections): void {
  const registers = [registry]
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections of the pool to the database: busy, or idle. All processes together.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'svc_database_connections_max',
    help: 'How many connections the pool may open. All processes together.',
    registers,
    collect() {
      this.set(pool.options.max)
    },
  })
  new Gauge({
    name: 'svc_database_connection_waits',
    help: 'Requests and jobs that wait for a connection of the pool at this moment. All processes together.',
    registers,
    collect() {
      this.set(waiting())
    },
  })
}
