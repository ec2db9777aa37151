import { createLog } from '../../src/foundation/log/index.ts'
import { notify } from '../../src/notify.ts'
import { settled } from '../events/settled.ts'
import { emptiedService } from '../harness/emptied-database.ts'
import { startProject, type TestProject } from '../harness/project.ts'

export interface NotifiedProject extends TestProject {
  /** Tells everybody what happened until now. */
  tell(): Promise<void>
  /** One run of the loop, after everything that happened may be read. */
  tellOnce(): Promise<boolean>
  /** What the API lists for somebody, the newest first: the type and the title of the post. */
  toldTo(session: string): Promise<string[]>
}

/** A project on a database without others, since notifications are about what happens in all projects. */
export async function startNotified(options: Parameters<typeof startProject>[0] = {}): Promise<NotifiedProject> {
  return notified(await startProject({ ...options, service: await emptiedService({}, options.now) }))
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
