import { chown, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../failures.ts'
import type { Account } from './account.ts'
import { type Binaries, packageOf, programsBelow } from './binaries.ts'

/** Names the npm package whose programs ran on the data last. They are needed again to read it after an upgrade. */
const NOTE = 'package'

/** Files of one major version cannot be read by another. A backup can: it goes through programs of the version that wrote the files. */
export async function refuseOtherMajor(home: string, binaries: Binaries): Promise<void> {
  const version = await readFile(join(home, 'cluster', 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
  if (version === undefined) {
    throw new StartError(
      `${home} is not a whole database: cluster/PG_VERSION cannot be read. Nothing was changed. Restore a backup with DATA_DIR set to a new directory.`,
    )
  }
  if (version === String(binaries.major)) return
  if (binaries.package === undefined) {
    throw new StartError(
      `The data in ${home} is of PostgreSQL ${version}, and ${binaries.postgres} is of PostgreSQL ${binaries.major}. Nothing was changed. Name the programs of PostgreSQL ${version}.`,
    )
  }
  const noted = await readFile(join(home, NOTE), 'utf8').catch(() => undefined)
  throw new StartError(describe(home, version, binaries.major, noted))
}

function describe(home: string, version: string, major: number, noted: string | undefined): string {
  const aside = `${home}-${version}`
  const backup = `${aside}.gz`
  const fetched = packageOf(version, noted)
  const fetchedTo = `${aside}-programs`
  const programs = fetched === undefined ? `/usr/lib/postgresql/${version}/bin` : programsBelow(fetchedTo, fetched)
  const svc = `DATA_DIR=${quoted(dirname(home))} npx svc`
  const isLater = Number(version) > major
  return [
    `The data in ${home} is of PostgreSQL ${version}, and this build has PostgreSQL ${major}, which cannot read it. Nothing was changed.`,
    isLater
      ? 'A later build has run on it: use that build. If it has changed no tables, this one can take the data over:'
      : 'This build can take the data over, and nothing is lost:',
    fetched === undefined
      ? `  apt install postgresql-${version}   # on Debian; elsewhere install PostgreSQL ${version}, and name the directory of its programs below`
      : `  npm install --ignore-scripts=false --prefix ${quoted(fetchedTo)} ${fetched}`,
    `  ${svc} backup --postgres ${quoted(programs)} ${quoted(backup)}`,
    `  mv ${quoted(home)} ${quoted(aside)}`,
    `  ${svc} restore --keep-pictures ${quoted(backup)}`,
    `Before the backup, stop the service that may still run on it. After the last command, start again. ${aside}${fetched === undefined ? '' : `, ${fetchedTo}`} and ${backup} can be removed when everything is there.`,
  ].join('\n')
}

/** Written again only if it changes: a command must not need to write. */
export async function noteBinaries(home: string, { package: own }: Binaries, { owner }: Account): Promise<void> {
  if (own === undefined) return
  const note = join(home, NOTE)
  if ((await readFile(note, 'utf8').catch(() => undefined)) === own) return
  const aside = `${note}.${process.pid}`
  await writeFile(aside, own)
  if (owner) await chown(aside, owner.uid, owner.gid)
  await rename(aside, note)
}

/** As a shell reads it. */
function quoted(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
