import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from '../../src/foundation/storage/embedded/cluster.ts'

/** A copy of a server becomes a replica that follows it, once it is started. */
export async function follow(copy: Cluster, primary: Pick<Cluster, 'connection'>): Promise<void> {
  const { host, port, user, password } = primary.connection
  await writeFile(join(copy.directory, 'standby.signal'), '')
  const way = `host=${host} port=${port} user=${user} password=${password}`
  await writeFile(join(copy.directory, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`)
}
