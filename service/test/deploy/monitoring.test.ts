import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../harness/paths.ts'
import { expressionsOfDeploy, missingIn } from './metrics.ts'

const RULES = join(ROOT, 'deploy/prometheus/feedback-board.rules.yml')

// `process/serve.test.ts` compares with what a running service really gives.
test('a metric that is not there, or a label that it does not have, is found', () => {
  const given = '# TYPE svc_a counter\nsvc_a{route="/"} 1\n# TYPE svc_h histogram\nsvc_h_count{status="200"} 1\n'
  expect(missingIn(given, ['sum by (route) (rate(svc_a{route="/"}[5m]))', 'svc_h_count{status=~"5.."}'])).toEqual([])
  expect(missingIn(given, ['svc_b > 1', 'svc_a{code="x"}', 'sum by (queue) (svc_a)'])).toEqual([
    'svc_b',
    'svc_a{code}',
    'svc_a{queue}',
  ])
})

test('every alert says what is wrong, how urgent it is, and the guide says what to do', async () => {
  const { groups } = parse(await readFile(RULES, 'utf8'))
  const guide = await readFile(join(ROOT, 'docs/guides/operate/monitoring.md'), 'utf8')
  for (const { alert, labels, annotations } of groups[0].rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(?:page|warn)$/)])
    expect(annotations.summary).toMatch(/\.$/)
    expect([alert, guide.includes(`| \`${alert}\` |`)]).toEqual([alert, true])
  }
  expect((await expressionsOfDeploy()).length).toBeGreaterThan(30)
})

test('the guide names every metric of ours that the dashboard shows', async () => {
  const guide = await readFile(join(ROOT, 'docs/guides/operate/monitoring.md'), 'utf8')
  const names = new Set((await expressionsOfDeploy()).flatMap((text) => text.match(/\bsvc_\w+/g) ?? []))
  const ours = [...names].filter((name) => !/^svc_(?:nodejs|process)_/.test(name))
  expect(ours.filter((name) => !guide.includes(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
})
