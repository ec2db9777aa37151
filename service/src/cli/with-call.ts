import { readConfig } from '../config.ts'
import { type Call, callOn } from '../domain/call.ts'
import { openStorage } from '../foundation/storage/index.ts'
import type { Terminal } from './terminal.ts'

/** Runs `work` on the service's database, whether or not the service itself is running. */
export async function withCall<Result>(terminal: Terminal, work: (call: Call) => Promise<Result>): Promise<Result> {
  const config = readConfig(terminal.environment)
  const storage = await openStorage({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    migrations: terminal.migrations,
    role: 'command',
    onProgress: terminal.tell,
    onLostConnection: () => {}, // the statement that was under way fails by itself
    onEvicted: () => {},
  })
  try {
    return await work(callOn(storage, config, storage.clock.now()))
  } finally {
    await storage.close()
  }
}
