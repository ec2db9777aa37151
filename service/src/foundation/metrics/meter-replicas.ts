import { Counter, Gauge, type Registry } from 'prom-client'

/** What is known about the servers that follow the primary. */
export interface ReplicaFigures {
  counts(): Readonly<Record<string, number>>
  states(): readonly { readonly name: string; readonly lagMs: number | undefined; readonly isLeftOut: boolean }[]
}

/** Replicas, where there are some. */
export function meterReplicas(registry: Registry, replicas: ReplicaFigures | undefined): void {
  const registers = [registry]
  new Counter({
    name: 'svc_replica_reads_total',
    help: 'Reads that may be a moment old, by where they were made: on a replica, on the primary because no replica was far enough, or again on the primary because a replica failed.',
    labelNames: ['where'],
    registers,
    collect() {
      this.reset()
      for (const [where, count] of Object.entries(replicas?.counts() ?? {})) this.inc({ where }, count)
    },
  })
  new Gauge({
    name: 'svc_replica_lag_seconds',
    help: 'How far a replica is behind the primary, to a second. Absent while it does not answer.',
    labelNames: ['replica'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      for (const { name, lagMs } of replicas?.states() ?? [])
        if (lagMs !== undefined) this.set({ replica: name }, lagMs / 1_000)
    },
  })
  new Gauge({
    name: 'svc_replica_left_out',
    help: 'Processes that do not use the replica, because it is too far behind, does not answer, or is no replica any more.',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset()
      for (const { name, isLeftOut } of replicas?.states() ?? []) this.set({ replica: name }, isLeftOut ? 1 : 0)
    },
  })
}
