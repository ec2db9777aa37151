import type { Call } from '../../domain/call.ts'
import { type Project, projectByBoardHost } from '../../domain/projects/index.ts'

const REMEMBERED_MS = 1_000
const MOST = 10_000

export interface BoardDirectory {
  /** The project whose board lives at this host, under its own domain or its slug. */
  byHost(call: Call, host: string): Promise<Project | undefined>
  /** What `byHost` found last, however long ago. */
  remembered(host: string): Project | undefined
}

/** Remembered for a second, like the project of a publishable key: each page asks, and it changes once a month. */
export function boardDirectory(): BoardDirectory {
  const known = new Map<string, { project: Project | undefined; until: number }>()
  return {
    remembered: (host) => known.get(host)?.project,
    byHost: async (call, host) => {
      const now = performance.now()
      const entry = known.get(host)
      if (entry && entry.until > now) return entry.project
      const project = await projectByBoardHost(call, host)
      if (known.size >= MOST) known.clear()
      known.set(host, { project, until: now + REMEMBERED_MS })
      return project
    },
  }
}
