import { expect, test } from 'vitest'
import { startProject } from '../../../service/test/harness/project.ts'
import { filled, judgeStep, keep, type Learnt } from '../../conformance/src/live.ts'
import { loadLiveCases } from '../../conformance/src/vectors.ts'
import { createFeedbackClient, etagOf } from '../src/index.ts'
import { outcomeOf } from './conformance-runner.ts'

test.each(loadLiveCases())('on a live service: $name', async ({ project: draft = {}, steps }) => {
  const { service, project, signToken, server } = await startProject({
    draft: { isPrivate: draft.is_private ?? false },
  })
  const client = createFeedbackClient({
    apiOrigin: service.origin,
    projectKey: project.publishableKey,
    getToken: async () => signToken(),
  })
  const learnt: Learnt = {}
  for (const written of steps) {
    const step = filled(written, learnt)
    if (step.server)
      expect((await server(step.server.method, step.server.path, step.server.body)).status).toBeLessThan(300)
    if (!step.call) continue
    const outcome = await outcomeOf(client, step)
    expect(judgeStep(step, outcome)).toEqual([])
    if ('value' in outcome) keep(step, outcome.value, outcome.value && etagOf(outcome.value), learnt)
  }
})
