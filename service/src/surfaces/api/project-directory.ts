import type { Call } from '../../domain/call/index.ts'
import { type Project, projectByPublishableKey, projectKeyInvalid } from '../../domain/projects/index.ts'
import { Problem } from '../../foundation/problems/index.ts'
import { type Guesser, openDirectory } from '../http/index.ts'

export interface ProjectDirectory {
  /** The project, if it was read less than a second ago. */
  freshByKey(publishableKey: string): Project | undefined
  byKey(call: Call, publishableKey: string, guesser: Guesser): Promise<Project>
}

/**
 * Every request of an app names its project, and a project's settings change once a month: each process remembers what it
 * read for a second. Sessions, keys and bans are never remembered.
 */
export function projectDirectory(): ProjectDirectory {
  const directory = openDirectory<Project>()
  return {
    freshByKey: (publishableKey) => directory.fresh(publishableKey),
    byKey: async (call, publishableKey, guesser) => {
      const project = await directory.find(publishableKey, guesser, () => findProject(call, publishableKey))
      if (!project) throw new Problem(projectKeyInvalid)
      return project
    },
  }
}

function findProject(call: Call, publishableKey: string): Promise<Project | undefined> {
  return projectByPublishableKey(call, publishableKey).catch((error) => {
    if (error instanceof Problem && error.kind === projectKeyInvalid) return undefined
    throw error
  })
}
