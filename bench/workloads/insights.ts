import { sizeFor } from '../../generator/generate.ts'
import { svc } from '../client.ts'
import { openSite } from '../site.ts'
import { median, type Workload } from '../workload.ts'

const POSTS = Number(process.env.BENCH_INSIGHTS_POSTS ?? 1_000_000)
const ROUNDS = 15
const MOST_MS = 300
const COUNTED_WITHIN_MS = 60 * 60_000
const SORTS = ['votes', 'accounts', 'value', 'share'] as const

/** How long the first page of insights takes among a million posts and their votes, in its slowest order, against what we promise. */
export const insights: Workload = {
  name: 'insights_at_scale',
  unit: 'ms',
  floor: 1,
  measure: async () => {
    const site = await openSite(sizeFor(POSTS), { environment: { RATE_LIMIT_FACTOR: '0' } })
    try {
      await site.query(
        `update users set traits = jsonb_build_object('company', 'c' || abs(hashtext(id)) % 20000, 'mrr', abs(hashtext(id)) % 5000) where project_id = $1`,
        [site.projectId],
      )
      svc(site.directory, [
        ...['project', 'update', 'bench', '--allow-trait', 'company', '--allow-trait', 'mrr'],
        ...['--account-trait', 'company', '--value-trait', 'mrr'],
      ])
      const secret = svc(site.directory, [
        ...['secret-key', 'create', '--project', 'bench', '--name', 'bench', '--scope', 'insights:read'],
      ]).secret as string // as the command says
      const ask = async (sort: string) => {
        const began = performance.now()
        const answer = await fetch(`${site.origin}/v1/insights/posts?sort=${sort}`, {
          headers: { authorization: `Bearer ${secret}` },
        })
        const { base } = (await answer.json()) as { base: { is_complete: boolean } } // as the API says
        return { tookMs: performance.now() - began, isComplete: base.is_complete }
      }
      const deadline = performance.now() + COUNTED_WITHIN_MS
      while (!(await ask('votes')).isComplete) {
        if (performance.now() > deadline) throw new Error('Not all posts were counted within an hour')
        await new Promise((later) => setTimeout(later, 1_000))
      }
      const slowest: number[] = []
      for (const sort of SORTS) {
        const took: number[] = []
        for (let round = 0; round < ROUNDS; round += 1) took.push((await ask(sort)).tookMs)
        slowest.push(median(took))
      }
      const ours = Math.max(...slowest)
      return { ours, limit: MOST_MS, ratio: MOST_MS / ours }
    } finally {
      await site.stop()
    }
  },
}
