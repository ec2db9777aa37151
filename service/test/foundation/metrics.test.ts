import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { sumMetrics } from '../../src/foundation/metrics/index.ts'

/** A process that has counted so much. */
async function measured(count: number) {
  const registers = [new Registry()]
  const of = { help: 'help', registers }
  new Counter({ name: 'counted', labelNames: ['kind'], ...of }).inc({ kind: 'a' }, count)
  new Gauge({ name: 'held', ...of }).set(count)
  const histogram = new Histogram({ name: 'took', buckets: [1, 10], ...of })
  for (let time = 0; time < count; time += 1) histogram.observe(5)
  return (await registers[0]?.getMetricsAsJSON()) ?? []
}

const numberOf = (text: string, name: string) =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
const read = (text: string) => ['counted', 'held', 'took_count', 'took_sum'].map((name) => numberOf(text, name))

// Guarantees that sums never decrease: Prometheus would read a decrease as a restart.
test('counters of a process stay in the sums when it has ended; gauges do not', async () => {
  const sum = sumMetrics()
  const [ten, seven, one] = await Promise.all([measured(10), measured(7), measured(1)])
  const both = await sum.collect([1, 2], (round) => {
    sum.take(1, round, ten)
    sum.take(2, round, seven)
  })
  expect(read(both)).toEqual([17, 17, 17, 85])
  sum.keep(2)
  const left = await sum.collect([1], (round) => {
    sum.take(1, round, ten)
    sum.take(2, round, seven) // which it had sent before it ended
  })
  expect(read(left)).toEqual([17, 10, 17, 85])
  const replaced = await sum.collect([1, 3], (round) => {
    sum.take(1, round, ten)
    sum.take(3, round, one)
  })
  expect(read(replaced)).toEqual([18, 11, 18, 90])
  sum.keep(1)
  sum.keep(3)
  expect(read(await sum.collect([], () => {}))).toEqual([18, Number.NaN, 18, 90])
})

test('a process that ends while it is asked, or does not answer, counts as it last did', async () => {
  const sum = sumMetrics(50)
  const ten = await measured(10)
  await sum.collect([1, 2], (round) => {
    sum.take(1, round, ten)
    sum.take(2, round, ten)
  })
  expect(read(await sum.collect([1, 2], (round) => sum.take(1, round, ten)))).toEqual([20, 20, 20, 100])
  const patient = sumMetrics(60_000_000)
  const text = await patient.collect([1, 2], (round) => {
    patient.take(1, round, ten)
    patient.keep(2)
  })
  expect(read(text)).toEqual([10, 10, 10, 50])
})
