import { beforeAll, expect, test } from 'vitest'
import { startProject } from '../../../service/test/harness/project.ts'
import { filled, judgeStep } from '../../conformance/src/live.ts'
import { type Json, loadLiveCases } from '../../conformance/src/vectors.ts'
import { startBackend } from './backend.ts'
import { compile, javaFiles, runJava, SOURCES, TEST_SOURCES, workFolder } from './jdk.ts'

const classes = workFolder()
beforeAll(() => compile([...javaFiles(SOURCES), ...javaFiles(TEST_SOURCES)], classes))

test('the walks of kits/conformance on a live service', { timeout: 60_000 }, async () => {
  const walks: Json[] = []
  const cases = loadLiveCases()
  for (const { project: draft = {}, steps } of cases) {
    const project = await startProject({ draft: { isPrivate: draft.is_private ?? false } })
    const { service, project: described } = project
    const backend = await startBackend(project)
    walks.push({ origin: service.origin, project_key: described.publishableKey, backend, steps })
  }
  const reports = JSON.parse(await runJava(classes, 'io.feedbackboard.LiveRunner', JSON.stringify(walks)))
  for (const [place, { name, steps }] of cases.entries()) {
    const { outcomes, learnt } = reports[place]
    const calls = steps.filter(({ call }) => call)
    expect([name, outcomes.length]).toEqual([name, calls.length])
    const faults = calls.flatMap((step, nth) => judgeStep(filled(step, learnt), outcomes[nth]))
    expect([name, ...faults]).toEqual([name])
  }
})

test('what no vector can say', { timeout: 60_000 }, async () => {
  const results = JSON.parse(await runJava(classes, 'io.feedbackboard.Checks'))
  expect(Object.keys(results).length).toBeGreaterThan(12)
  const broken = Object.entries(results).filter(([, fault]) => fault !== null)
  expect(Object.fromEntries(broken)).toEqual({})
})
