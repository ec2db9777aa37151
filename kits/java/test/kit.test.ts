import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { skipWithout } from '../../../service/test/harness/missing-tools.ts'
import { ROOT } from '../../../service/test/harness/paths.ts'
import { startProject } from '../../../service/test/harness/project.ts'
import { judge, type Report } from '../../conformance/src/judge.ts'
import { filled, judgeStep } from '../../conformance/src/live.ts'
import { play } from '../../conformance/src/player.ts'
import { type Case, type Json, loadCases, loadLiveCases } from '../../conformance/src/vectors.ts'
import { startBackend } from './backend.ts'
import { compile, hasJdk, javaFiles, KIT, runJava, SOURCES, TEST_SOURCES, workFolder } from './jdk.ts'
import { sampleProgram } from './samples.ts'

const folder = workFolder()
const classes = join(folder, 'classes')
const jar = join(folder, 'feedback-board-0.1.0.jar')
const classPath = `${jar}:${classes}`

beforeEach((context) => {
  if (!hasJdk) skipWithout('JDK 17', context)
})

// Everything uses the jar as it is shipped; building it fails on every warning.
beforeAll(() => {
  if (!hasJdk) return
  execFileSync(process.execPath, [join(KIT, 'build.mjs'), folder], { stdio: 'pipe' })
  const texts = [join(KIT, 'README.md'), join(ROOT, 'docs/guides/kits/java.md')]
  const text = texts.map((path) => readFileSync(path, 'utf8')).join('\n')
  writeFileSync(join(folder, 'Samples.java'), sampleProgram(text))
  compile([...javaFiles(TEST_SOURCES), join(folder, 'Samples.java')], classes, { classPath: jar })
})

describe('the vectors of kits/conformance', () => {
  const cases = loadCases()
  const findings = new Map<Case, string[]>()

  // All in one run of Java: starting it takes longer than most of them.
  beforeAll(async () => {
    if (!hasJdk) return
    const played = await Promise.all(cases.map(play))
    const asked = cases.map((one, place) => ({ ...one, requests: undefined, origin: played[place]?.origin }))
    const told = await runJava(classPath, 'io.feedbackboard.ConformanceRunner', JSON.stringify(asked))
    const reports: Report[] = JSON.parse(told)
    for (const [place, one] of cases.entries()) {
      const report = reports[place]
      findings.set(one, report ? judge(one, played[place]?.seen ?? [], report) : ['no report'])
      played[place]?.close()
    }
  })

  test.each(cases)('$file: $name', (one) => {
    expect(findings.get(one)).toEqual([])
  })
})

test('the walks of kits/conformance on a live service', async () => {
  const walks: Json[] = []
  const cases = loadLiveCases()
  for (const { project: draft = {}, steps } of cases) {
    const client = await startProject({ draft: { isPrivate: draft.is_private ?? false } })
    const { service, project } = client
    const backend = await startBackend(client)
    walks.push({ origin: service.origin, project_key: project.publishableKey, backend, steps })
  }
  const reports = JSON.parse(await runJava(classPath, 'io.feedbackboard.LiveRunner', JSON.stringify(walks)))
  for (const [place, { name, steps }] of cases.entries()) {
    const { outcomes, learnt } = reports[place]
    const calls = steps.filter(({ call }) => call)
    expect([name, outcomes.length]).toEqual([name, calls.length])
    const faults = calls.flatMap((step, nth) => judgeStep(filled(step, learnt), outcomes[nth]))
    expect([name, ...faults]).toEqual([name])
  }
})

test('rules that vectors cannot express', async () => {
  const results = JSON.parse(await runJava(classPath, 'io.feedbackboard.Checks'))
  expect(Object.keys(results).length).toBeGreaterThan(12)
  const broken = Object.entries(results).filter(([, fault]) => fault !== null)
  expect(Object.fromEntries(broken)).toEqual({})
})

test('the samples of the README and of the guide run as they are', async () => {
  const client = await startProject()
  const backend = await startBackend(client)
  const input = [client.service.origin, client.project.publishableKey, backend].join('\n')
  const printed = await runJava(classPath, 'Samples', input)
  expect(printed.trim().split('\n')).toEqual([
    '1 Dark mode',
    'Votes: 1',
    'Signed in as Acme user',
    'Newest: Dark mode, more: false',
    'Status: open',
    'invalid_request /title',
    'From the backend: Acme user',
  ])
})

// Guarantees that old Androids have what the kit uses: beyond Java 8 they lack much of the library, such as Map.of.
test('the kit uses nothing that Java 8 lacks', () => {
  compile(javaFiles(SOURCES), join(folder, 'of-java-8'), { release: 8 })
})

test('the jar holds the classes, the licence and nothing else, and needs java.base alone', () => {
  const names = execFileSync('jar', ['--list', '--file', jar], { encoding: 'utf8' }).trim().split('\n')
  const others = names.filter((name) => !/^io\/feedbackboard\/[\w$]+\.class$/.test(name))
  expect(others.toSorted()).toEqual(['LICENSE', 'META-INF/', 'META-INF/MANIFEST.MF', 'io/', 'io/feedbackboard/'])
  expect(execFileSync('jdeps', ['-s', jar], { encoding: 'utf8' }).trim()).toMatch(
    /^feedback-board-[\d.]+jar -> java\.base$/,
  )
})
