import { compareNext, noteChecks, openDuplicates } from '../../src/domain/duplicates/index.ts'
import type { Id } from '../../src/foundation/ids/index.ts'
import { settled } from '../events/settled.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'

export interface ComparedProject extends TestProject {
  /** As the loop of the service does, until there is nothing to do. */
  compare(): Promise<void>
}

/** A project on a database without others, since the reader takes the events of all projects. */
export async function startCompared(options: Parameters<typeof startProject>[0] = {}): Promise<ComparedProject> {
  const project = await startProject({ ...options, service: await emptiedService() })
  await openDuplicates(project.call())
  return {
    ...project,
    compare: async () => {
      await settled(project.service.database)
      while ((await noteChecks(project.call())) > 0);
      await compareOwn(project)
    },
  }
}

/** Compares the posts of this project that are due, where other projects may have some too. */
export async function compareOwn({ call, project }: Pick<TestProject, 'call' | 'project'>): Promise<void> {
  const before = project.id.slice(0, -1) as Id<'project'> // sorts before it and after all others
  while ((await compareNext(call(), before)) === project.id);
}
