import type { Call } from '../../domain/call.ts'
import { type Project, projectByPublishableKey } from '../../domain/projects/index.ts'

const REMEMBERED_MS = 1_000
const MOST = 10_000

export interface ProjectDirectory {
  byKey(call: Call, publishableKey: string): Promise<Project>
}

/**
 * Every request of an app names its project, and a project's settings change once a month: each process remembers what it
 * read for a second. Keys that do not exist are not remembered, nor is anything that decides who somebody is.
 */
export function projectDirectory(): ProjectDirectory {
  const known = new Map<string, { project: Project; until: number }>()
  return {
    byKey: async (call, publishableKey) => {
      const entry = known.get(publishableKey)
      const now = performance.now()
      if (entry && entry.until > now) return entry.project
      const project = await projectByPublishableKey(call, publishableKey)
      if (known.size >= MOST) known.clear()
      known.set(publishableKey, { project, until: now + REMEMBERED_MS })
      return project
    },
  }
}
