import { parseArgs } from 'node:util'
import { databaseOf, readConfig } from '../config.ts'
import { storedObjects } from '../domain/files/index.ts'
import { type Contents, dump, load, verify } from '../foundation/backup/index.ts'
import { withObjects } from '../foundation/objects/index.ts'
import { FileFault, readSealed } from '../foundation/sealed-file/index.ts'
import { openServer, openSnapshot, type Server, StartError } from '../foundation/storage/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { describeLeftOut, writeFile } from './new-file.ts'
import { onlyWord } from './words.ts'

const ONE_FILE = 'Name exactly one file.'

export const backupCommand: Command = {
  usage: '[--postgres DIRECTORY] FILE | --verify FILE',
  summary:
    'Write everything that the service stores to a new file, as it is at this moment, while it runs; or check such a file. --postgres: read embedded data of another major version with the PostgreSQL whose programs are there.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({
      args: words,
      options: { verify: { type: 'boolean' }, postgres: { type: 'string' } },
      allowPositionals: true,
    })
    const file = onlyWord(positionals, ONE_FILE)
    if (values.verify) return verified(file)
    const { filesUrl } = readConfig(terminal.environment)
    return onServer(terminal, values.postgres, async ({ connection }) => {
      const snapshot = await openSnapshot(connection)
      try {
        const { objects } = withObjects({}, filesUrl)
        let leftOut: readonly string[] = []
        let otherTables: readonly string[] = []
        const texts = dump(snapshot, {
          serviceVersion: terminal.version,
          migrations: terminal.migrations,
          objects,
          namesOfObjects: storedObjects,
          openSnapshot: () => openSnapshot(connection),
          onOtherTables: (names) => {
            otherTables = names
          },
          onLeftOut: (names) => {
            leftOut = names
          },
        })
        const bytes = await writeFile(file, texts)
        return {
          json: {
            file,
            bytes,
            ...(leftOut.length > 0 && { left_out: leftOut }),
            ...(otherTables.length > 0 && { other_tables: otherTables }),
          },
          text: `The backup is in ${file}. It holds secrets: keep it as you keep the database.${describeLeftOut(leftOut)}${describeOthers(otherTables)}`,
        }
      } finally {
        await snapshot.close()
      }
    })
  },
}

export const restoreCommand: Command = {
  usage: '[--keep-pictures] FILE',
  summary:
    'Restore a backup into an empty database. The file is checked first. --keep-pictures: the object storage of the service that was backed up stays in use, with the pictures that it has.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({
      args: words,
      options: { 'keep-pictures': { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = onlyWord(positionals, ONE_FILE)
    const contents = await checked(file)
    const { filesUrl } = readConfig(terminal.environment)
    return onServer(terminal, undefined, async ({ connection }) => {
      const { objects } = withObjects({}, filesUrl)
      const { migrations } = terminal
      const keepsObjects = values['keep-pictures'] === true
      const onTable = (name: string) => terminal.tell(`Restoring ${name}`)
      await explained(() =>
        load(contents, readSealed(file), { connection, migrations, objects, keepsObjects, onTable }),
      )
      return { json: jsonOf(file, contents), text: `${describe(contents)}\nEverything is restored. Start the service.` }
    })
  },
}

function describeOthers(tables: readonly string[]): string {
  if (tables.length === 0) return ''
  return `\nThese tables are not in it, because the service did not make them: ${tables.join(', ')}. Give their program a database of its own.`
}

async function verified(file: string) {
  const contents = await checked(file)
  return {
    json: jsonOf(file, contents),
    text: `${describe(contents)}\nThe file is complete, and its checksum is right.`,
  }
}

function checked(file: string): Promise<Contents> {
  return explained(() => verify(readSealed(file)))
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FileFault ? new StartError(error.message) : error
  }
}

function jsonOf(file: string, { madeAt, serviceVersion, tables, rows, objects, leftOut }: Contents) {
  return { file, made_at: madeAt, service_version: serviceVersion, tables, rows, objects, left_out: leftOut }
}

function describe({ madeAt, serviceVersion, tables, rows, leftOut }: Contents): string {
  const gone = leftOut > 0 ? ` ${leftOut} files of pictures were gone when it was written.` : ''
  return `A backup of ${madeAt} by version ${serviceVersion}: ${rows} rows in ${tables} tables.${gone}`
}

/** The database as it is: a backup is often made to have it from before a migration. */
async function onServer<Result>(
  terminal: Terminal,
  programs: string | undefined,
  work: (server: Server) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(terminal.environment)
  if (config.databaseUrl !== undefined && programs !== undefined) {
    throw new UsageError(
      '--postgres is for the embedded database, and DATABASE_URL names another one. Unset one of them.',
    )
  }
  const server = await openServer({
    ...databaseOf(config),
    dataDir: config.dataDir,
    programs,
    role: 'command',
    onProgress: terminal.tell,
    onLostConnection: () => {},
    onEvicted: () => {},
  })
  return work(server).finally(() => server.close())
}
