import { svc } from '../client.ts'
import { residentDuring } from '../resident.ts'
import { scaleSites } from '../scale.ts'
import { smallerIsBetter, type Workload } from '../workload.ts'

const MOST_GROWTH_MB = 150
const SETTLE_MS = 6_000

/** How much the process grows while somebody downloads the export of a million posts with ten million votes. */
export const exportMemory: Workload = {
  name: 'export_memory',
  unit: 'MB',
  floor: 1,
  measure: async () => {
    const { large } = await scaleSites()
    const words = ['secret-key', 'create', '--project', 'bench', '--name', 'Bench', '--scope', 'exports:read']
    const { secret } = svc(large.directory, words)
    await new Promise((wake) => setTimeout(wake, SETTLE_MS))
    const { idle, most } = await residentDuring(large.pid, () => readAll(`${large.origin}/v1/export`, secret))
    process.stderr.write(`At idle ${Math.round(idle)} MB, at most ${Math.round(most)} MB\n`)
    return smallerIsBetter(Math.max(1, most - idle), MOST_GROWTH_MB)
  },
}

/** Reads to the end, and finds as many lines as the end says. */
async function readAll(address: string, secret: string): Promise<void> {
  const began = performance.now()
  const answer = await fetch(address, { headers: { authorization: `Bearer ${secret}` } })
  if (!answer.ok || !answer.body) throw new Error(`The export was answered with ${answer.status}`)
  let [bytes, lines] = [0, 0]
  let end = Buffer.alloc(0)
  for await (const piece of answer.body.pipeThrough(new DecompressionStream('gzip'))) {
    bytes += piece.length
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
    end = Buffer.concat([end, piece]).subarray(-1_000)
  }
  const { type, data } = JSON.parse(end.toString().trimEnd().split('\n').at(-1) ?? '')
  if (type !== 'end' || data.lines !== lines - 1)
    throw new Error(`Not the end: ${type}, ${data?.lines} of ${lines} lines`)
  const seconds = (performance.now() - began) / 1000
  process.stderr.write(`${lines} lines, ${Math.round(bytes / 1_048_576)} MB in ${Math.round(seconds)} s\n`)
}
