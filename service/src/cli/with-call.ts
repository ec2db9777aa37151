import { readConfig } from '../config.ts'
import { type Call, callOn, type ProjectCall } from '../domain/call.ts'
import { projectBySlug } from '../domain/projects/index.ts'
import { notFound, Problem } from '../foundation/problems/index.ts'
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

/** The same within the project that `--project` names. Whoever can run a command may do all that a project allows. */
export function withProject<Result>(
  terminal: Terminal,
  slug: string,
  work: (call: ProjectCall) => Promise<Result>,
): Promise<Result> {
  return withCall(terminal, async (call) => work({ ...call, project: await projectBySlug(call, slug) }))
}

/** Says what is missing in the words of the command line, where the API speaks of methods and paths. */
export async function foundOr<Found>(search: Promise<Found>, detail: string): Promise<Found> {
  try {
    return await search
  } catch (error) {
    if (error instanceof Problem && error.kind === notFound) throw new Problem(notFound, { detail })
    throw error
  }
}
