import { parseArgs } from 'node:util'
import { databaseOf, readConfig } from '../config.ts'
import { openStorage } from '../foundation/storage/index.ts'
import type { Command } from './command.ts'

export const serveCommand: Command = {
  usage: '',
  summary: 'Run the service.',
  async run(words, terminal) {
    parseArgs({ args: words })
    const { serve } = await import('../serve.ts')
    await serve(terminal)
    return undefined
  },
}

export const migrateCommand: Command = {
  usage: '',
  summary: 'Update the database to this build. `serve` does it too.',
  async run(words, terminal) {
    parseArgs({ args: words })
    const config = readConfig(terminal.environment)
    const applied: string[] = []
    const storage = await openStorage({
      ...databaseOf(config),
      dataDir: config.dataDir,
      migrations: terminal.migrations,
      role: 'command',
      onProgress: terminal.tell,
      onMigration: (name) => void applied.push(name),
      onLostConnection: () => {},
      onEvicted: () => {},
    })
    await storage.close()
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`
    return { json: { applied }, text }
  },
}

export const versionCommand: Command = {
  usage: '',
  summary: 'Show the version of this build.',
  async run(words, { version }) {
    parseArgs({ args: words })
    return { json: { version, api_version: 'v1' }, text: version }
  },
}
