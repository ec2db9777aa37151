import { StartError } from './failures.ts'
import type { Migration } from './migration-files.ts'
import type { Sql } from './sql.ts'

export interface Applied {
  readonly version: number
  readonly name: string
  readonly checksum: string
  /** What the migration says of older builds: see `Migration`. Absent in the head of a backup. */
  readonly serves?: number | null
}

/** Whether a build that knows so many migrations works with this one, which came later. */
function servesBuild({ serves }: Pick<Applied, 'serves'>, known: number): boolean {
  return typeof serves === 'number' && serves <= known
}

/**
 * Why a build with so many migrations cannot work with the database; undefined: it can. It needs all of its own migrations; later ones must say that
 * they serve it.
 */
export async function misfitOf(sql: Sql, known: number): Promise<string | undefined> {
  const rows = await sql<Pick<Applied, 'version' | 'name' | 'serves'>[]>`
    select version, name, serves from schema_migrations order by version`.asLookUp()
  if (rows.length < known) return `The database has ${rows.length} migrations and this build needs ${known}.`
  const breaking = rows.slice(known).find((row) => !servesBuild(row, known))
  return (
    breaking &&
    `The database has ${rows.length} migrations and this build knows ${known}; ${breaking.name} does not serve this build.`
  )
}

/** What is applied must begin as this build has it. Later migrations of a newer build are accepted where they serve this one. */
export function refuseForeign(applied: readonly Applied[], known: readonly Migration[]): void {
  const breaking = applied.slice(known.length).find((row) => !servesBuild(row, known.length))
  if (breaking) {
    throw new StartError(
      `The database is newer than this build: it has migration ${breaking.name}, which does not serve builds that end with ${known.at(-1)?.name ?? 'none'}. Run the newer build, or restore the backup from before its migration.`,
    )
  }
  for (const [place, row] of applied.slice(0, known.length).entries()) {
    const ours = known[place]
    if (row.version !== place + 1 || !ours || row.checksum !== ours.checksum) {
      throw new StartError(
        `The database's history of migrations does not fit this build at ${row.name} (expected ${ours?.name ?? 'nothing'}${ours?.name === row.name ? ', with other content' : ''}). It was changed by hand or by another build; restore a backup or use the build that wrote it.`,
      )
    }
  }
}
