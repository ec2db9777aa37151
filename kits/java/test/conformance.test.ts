import { beforeAll, describe, expect, test } from 'vitest'
import { judge, type Report } from '../../conformance/src/judge.ts'
import { type Played, play } from '../../conformance/src/player.ts'
import { type Case, loadCases } from '../../conformance/src/vectors.ts'
import { compile, javaFiles, runJava, SOURCES, TEST_SOURCES, workFolder } from './jdk.ts'

const classes = workFolder()
const cases = loadCases()
const findings = new Map<Case, string[]>()

// All cases in one run of Java: starting it takes longer than most of them.
beforeAll(async () => {
  compile([...javaFiles(SOURCES), ...javaFiles(TEST_SOURCES)], classes)
})

test('the kit does every case', { timeout: 60_000 }, async () => {
  const played: Played[] = await Promise.all(cases.map(play))
  const asked = cases.map((one, place) => ({ ...one, requests: undefined, origin: played[place]?.origin }))
  const reports: Report[] = JSON.parse(
    await runJava(classes, 'io.feedbackboard.ConformanceRunner', JSON.stringify(asked)),
  )
  expect(reports).toHaveLength(cases.length)
  for (const [place, report] of reports.entries()) {
    const one = cases[place]
    if (one) findings.set(one, judge(one, played[place]?.seen ?? [], report))
  }
  for (const service of played) service.close()
})

describe('case by case', () => {
  test.each(cases)('$file: $name', (one) => {
    expect(findings.get(one)).toEqual([])
  })
})
