import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../harness/paths.ts'

/** What the dashboard and the rules ask Prometheus for. */
export async function expressionsOfDeploy(): Promise<string[]> {
  const read = (path: string) => readFile(join(ROOT, 'deploy', path), 'utf8')
  const dashboard = JSON.parse(await read('grafana/feedback-board.json'))
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }: { expr: string }) => expr))
  const { groups } = parse(await read('prometheus/feedback-board.rules.yml'))
  const watched = groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr))
  return [...shown, ...watched]
}

interface Asked {
  readonly name: string
  readonly labels: readonly string[]
}

/** The metrics that an expression names, with the labels by which it chooses. */
function askedIn(expression: string): Asked[] {
  const metrics = [...expression.matchAll(/\b(svc_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', chosen = '']) => ({
    name,
    labels: [...chosen.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label = '']) => label),
  }))
  const grouped = [...expression.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
  // A label of a group belongs to each metric of the expression, apart from those that Prometheus adds.
  return metrics.map(({ name, labels }) => ({
    name,
    labels: [...labels, ...grouped].filter((label) => label !== 'instance'),
  }))
}

/** What is asked for and not among the metrics: a metric, or a label of one that has values. */
export function missingIn(metrics: string, expressions: readonly string[]): string[] {
  const names = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  const missing = new Set<string>()
  for (const { name, labels } of expressions.flatMap(askedIn)) {
    const family = names.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')
    if (!names.has(family)) missing.add(name)
    const sample = new RegExp(`^${name}\\{([^}]*)\\}`, 'm').exec(metrics)?.[1]
    for (const label of sample === undefined ? [] : labels) {
      if (!new RegExp(`(?:^|,)${label}="`).test(sample ?? '')) missing.add(`${name}{${label}}`)
    }
  }
  return [...missing]
}
