import { type Config, readConfig } from '../config.ts'
import {
  type Call,
  type Places,
  type ServiceCall,
  type System,
  type SystemCall,
  systemCall,
  systemCallIn,
} from '../domain/call/index.ts'
import { projectBySlug } from '../domain/projects/index.ts'
import { rememberedService } from '../domain/service-places/index.ts'
import { withObjects } from '../foundation/objects/index.ts'
import { notFound, Problem } from '../foundation/problems/index.ts'
import { openStorage } from '../foundation/storage/index.ts'
import type { Terminal } from '../terminal.ts'

/** Runs `work` on the service's database, whether or not the service itself is running. */
export async function withCall<Result>(
  terminal: Terminal,
  work: (call: Call<System> & ServiceCall, config: Config) => Promise<Result>,
): Promise<Result> {
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
    const service = await rememberedService(storage)
    const places = placesFor(terminal, config, service?.places)
    const call = systemCall(withObjects(storage, config.filesUrl), places, storage.clock.now())
    return await work(call, { ...config, egressAllow: service?.egressAllow ?? config.egressAllow })
  } finally {
    await storage.close()
  }
}

/** The same within the project that `--project` names. The command line may do everything in a project. */
export function withProject<Result>(
  terminal: Terminal,
  slug: string,
  work: (call: SystemCall, config: Config) => Promise<Result>,
): Promise<Result> {
  return withCall(terminal, async (call, config) => work(systemCallIn(call, await projectBySlug(call, slug)), config))
}

/**
 * The addresses that the service stored when it started: a command judges tokens and prints addresses as the service does, whatever its own
 * environment says. Without a service so far, those of the environment.
 */
function placesFor(terminal: Terminal, config: Config, service: Places | undefined): Places {
  const isSet = (name: string) => (terminal.environment[name]?.trim() ?? '') !== ''
  const chosen = (name: string, own: string, served = own) => {
    const variable = isSet(name) ? name : 'PORT'
    if (served !== own && isSet(variable)) {
      terminal.tell(
        `This command uses ${served}, as the service that started last on this database does. ${variable} of this environment would make it ${own}; the service uses that only after a start with it.`,
      )
    }
    return served
  }
  return {
    apiOrigin: chosen('API_ORIGIN', config.apiOrigin, service?.apiOrigin),
    boardOrigin: chosen('BOARD_ORIGIN', config.boardOrigin, service?.boardOrigin),
  }
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
