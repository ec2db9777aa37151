import type { Call } from '../../../domain/call/index.ts'
import { type Project, projectByBoardHost } from '../../../domain/projects/index.ts'
import { type Guesser, openDirectory } from '../../http/index.ts'

export interface BoardDirectory {
  /** The project whose board lives at this host, under its own domain or its slug. */
  byHost(call: Call, host: string, guesser: Guesser): Promise<Project | undefined>
  /** The last result of `byHost`, however old. */
  remembered(host: string): Project | undefined
}

/** Cached for a second, like the project of a publishable key: each page needs it, and it rarely changes. */
export function boardDirectory(): BoardDirectory {
  const directory = openDirectory<Project>()
  return {
    remembered: directory.remembered,
    byHost: (call, host, guesser) => directory.find(host, guesser, () => projectByBoardHost(call, host)),
  }
}
