import { expect, onTestFinished, test } from 'vitest'
import { judge } from '../../conformance/src/judge.ts'
import { play } from '../../conformance/src/player.ts'
import { loadCases } from '../../conformance/src/vectors.ts'
import { runCase } from './conformance-runner.ts'

test.each(loadCases())('$file: $name', async (asked) => {
  const played = await play(asked)
  onTestFinished(played.close)
  const report = await runCase(asked, played.origin)
  expect(judge(asked, played.seen, report)).toEqual([])
})
