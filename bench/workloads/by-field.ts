import { getApart, type Load } from '../load.ts'
import { scaleSites } from '../scale.ts'
import type { Site } from '../site.ts'
import { compareThroughput } from '../throughput.ts'
import type { Measured, Workload } from '../workload.ts'

const FIELD = 'fld_area'

/** Every tenth post is about the common value, every thousandth about the rare one. */
const VALUES = ['common', 'rare'] as const

/** The list of the posts with a value of a field against the list without that filter, among a million posts. The slower of a common and a rare value counts. */
export const listByField: Workload = {
  name: 'list_by_field',
  unit: 'requests/s',
  floor: 0.07,
  measure: async () => {
    const { large } = await scaleSites()
    await giveValues(large)
    try {
      const measured: Measured[] = []
      for (const value of VALUES) {
        const one = await compareThroughput(list(large, `&field.area=${value}`), list(large))
        measured.push(one)
        process.stderr.write(`${value}: ${one.ratio.toFixed(2)}\n`)
      }
      return measured.reduce((worst, other) => (other.ratio < worst.ratio ? other : worst))
    } finally {
      await takeValues(large)
    }
  },
}

function list({ origin, headers }: Site, filter = ''): Load {
  return getApart(origin, `/v1/posts?sort=top${filter}`, headers)
}

async function giveValues({ query, projectId }: Site): Promise<void> {
  await query(
    `insert into fields (project_id, id, key, label, kind, options, required, visible_to, position, created_at)
     select $1, '${FIELD}', 'area', 'Area', 'select', jsonb_agg(jsonb_build_object('value', v, 'label', v, 'is_removed', false)), false, 'everyone', 1, now()
     from unnest($2::text[]) as v`,
    [projectId, VALUES],
  )
  await query(
    `update posts set field_values = jsonb_build_object('${FIELD}', case when number % 1000 = 7 then 'rare' else 'common' end)
     where project_id = $1 and number % 10 = 7`,
    [projectId],
  )
  await query('vacuum (analyze) posts')
}

async function takeValues({ query, projectId }: Site): Promise<void> {
  await query('update posts set field_values = null where project_id = $1 and field_values is not null', [projectId])
  await query('delete from fields where project_id = $1', [projectId])
  await query('vacuum (analyze) posts')
}
