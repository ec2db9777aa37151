import { beforeAll, expect, test } from 'vitest'
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
  const played: Played[] = await Promise.all(cases.map(play))
  const asked = cases.map((one, place) => ({ ...one, requests: undefined, origin: played[place]?.origin }))
  const reports: Report[] = JSON.parse(
    await runJava(classes, 'io.feedbackboard.ConformanceRunner', JSON.stringify(asked)),
  )
  for (const [place, one] of cases.entries()) {
    const report = reports[place]
    findings.set(one, report ? judge(one, played[place]?.seen ?? [], report) : ['no report'])
    played[place]?.close()
  }
})

test.each(cases)('$file: $name', (one) => {
  expect(findings.get(one)).toEqual([])
})
