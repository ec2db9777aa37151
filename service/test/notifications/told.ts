import { createLog } from '../../src/foundation/log/index.ts'
import { notify } from '../../src/notify.ts'
import { settled } from '../events/settled.ts'
import { ownDatabase } from '../harness/own-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'
import { startService } from '../harness/service.ts'

export interface NotifiedProject extends TestProject {
  /** Tells everybody what happened until now. */
  tell(): Promise<void>
  /** One run of the loop, after everything that happened may be read. */
  tellOnce(): Promise<boolean>
  /** What the API lists for somebody, the newest first: the type and the title of the post. */
  toldTo(session: string): Promise<string[]>
}

/** A project in a database of its own, since notifications are about what happens in all projects. */
export async function startNotified(draft: Parameters<typeof startProject>[0] = {}): Promise<NotifiedProject> {
  const { connection } = await ownDatabase()
  const project = await startProject({ ...draft, service: await startService({}, draft.now, connection) })
  return notified(project)
}

export async function notified(project: TestProject): Promise<NotifiedProject> {
  const { database, config } = project.service
  const log = createLog('trace', (line) => void project.service.logged.push(line))
  const { run } = notify(database, config, log)
  await run()
  return {
    ...project,
    tell: async () => {
      await settled(database)
      while (await run());
    },
    tellOnce: async () => {
      await settled(database)
      return run()
    },
    toldTo: async (session) => {
      const { body } = await project.app('GET', '/v1/me/notifications?limit=100', { session })
      return body.data.map(({ type, post }: { type: string; post: { title: string } }) => `${type}: ${post.title}`)
    },
  }
}
