import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sizeFor } from '../../generator/generate.ts'
import { prepareCluster } from '../../service/src/foundation/storage/embedded/cluster.ts'
import { startServer, stopServer } from '../../service/src/foundation/storage/embedded/server.ts'
import { follow } from '../../service/test/harness/follow.ts'
import { connectionOf } from '../client.ts'
import { getApart } from '../load.ts'
import { type RunningServer, startOurs, withDirectory } from '../servers.ts'
import { openSite, type Site } from '../site.ts'
import { untilHappens } from '../steady.ts'
import { compareThroughput } from '../throughput.ts'
import type { Workload } from '../workload.ts'

const LIST = '/v1/posts?sort=top'

/**
 * The list of a visitor with a replica on the same machine, against the same without one. A second machine would add its processors; here both share
 * them, so the ratio is what choosing and watching the replica costs.
 */
export const replica: Workload = {
  name: 'replica',
  unit: 'requests/s',
  floor: 0.85,
  measure: async () => {
    const site = await openSite(sizeFor(1_000))
    try {
      return await withReplica(site, (replicaUrl) =>
        withDirectory(async (directory) => {
          const ours = await startOurs(directory, {
            DATABASE_URL: urlOf(connectionOf(site.directory)),
            DATABASE_READ_URL: replicaUrl,
          })
          try {
            await untilUsed(ours, site)
            const measured = await compareThroughput(
              getApart(ours.origin, LIST, site.headers),
              getApart(site.origin, LIST, site.headers),
            )
            await refuseFewReads(ours)
            return measured
          } finally {
            await ours.stop()
          }
        }),
      )
    } finally {
      await site.stop()
    }
  },
}

/** A copy of the site's database that follows it. */
async function withReplica<Result>(site: Site, work: (url: string) => Promise<Result>): Promise<Result> {
  return withDirectory(async (dataDir) => {
    await site.query(`select pg_backup_start('replica', true)`)
    await promisify(execFile)('cp', ['-a', join(site.directory, 'postgres'), dataDir])
    const [label] = await site.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const home = join(dataDir, 'postgres')
    await writeFile(join(home, 'cluster', 'backup_label'), label?.labelfile ?? '')
    await rm(join(home, 'cluster', 'postmaster.pid'), { force: true })
    await rm(join(home, 'socket'), { recursive: true, force: true })
    const cluster = await prepareCluster({ dataDir, onProgress: () => {} })
    await follow(cluster, { connection: connectionOf(site.directory) })
    await startServer(cluster)
    return work(urlOf(cluster.connection)).finally(() => stopServer(cluster))
  })
}

function urlOf({ host, user, password, database }: ReturnType<typeof connectionOf>): string {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`
}

/** How many reads were made on the replica, and how many that could have been were not. */
async function readsOf({ origin }: RunningServer): Promise<{ there: number; elsewhere: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const count = (where: string) =>
    Number(new RegExp(`^svc_replica_reads_total\\{where="${where}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { there: count('replica'), elsewhere: count('primary') + count('again') }
}

async function untilUsed(ours: RunningServer, { headers }: Site): Promise<void> {
  await untilHappens('the replica answers', async () => {
    await (await fetch(ours.origin + LIST, { headers })).arrayBuffer()
    return (await readsOf(ours)).there > 0
  })
}

async function refuseFewReads(ours: RunningServer): Promise<void> {
  const { there, elsewhere } = await readsOf(ours)
  if (there < 9 * elsewhere) throw new Error(`Only ${there} of ${there + elsewhere} reads were made on the replica`)
}
