import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Example } from '../../src/surfaces/docs/reference/example.ts'
import { operationsOf } from '../access/operations.ts'
import { jsonText } from '../harness/json-text.ts'
import { ROOT } from '../harness/paths.ts'
import { startProject } from '../harness/project.ts'
import { sharedService } from '../harness/service.ts'
import { callersOf, record } from './record.ts'
import { storyWorld } from './stories.ts'

// Guarantees that the examples of the reference are true: the service gives these answers to these requests today.
test('docs/reference/examples.json is what the service answers, for every operation and every kind of caller', async () => {
  const { openapi } = await sharedService()
  const examples: Record<string, Record<string, Example>> = {}
  for (const operation of operationsOf(openapi())) {
    const told: Record<string, Example> = {}
    for (const caller of callersOf(operation))
      told[caller] = (await record(await storyWorld(await startProject()), operation, caller)).example
    examples[operation.id] = told
  }
  await expect(jsonText(examples)).toMatchFileSnapshot(join(ROOT, 'docs/reference/examples.json'))
})
