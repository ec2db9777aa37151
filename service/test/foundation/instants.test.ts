import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readInstant, TIMESTAMPTZ } from '../../src/foundation/storage/instants.ts'

const readByPg: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)

async function textsOf(zone: string, moments: string): Promise<string[]> {
  const client = new pg.Client({ ...inject('connection'), types: { getTypeParser: () => String } })
  onTestFinished(() => client.end())
  await client.connect()
  await client.query(`set time zone '${zone}'`)
  const { rows } = await client.query<{ at: string }>(moments)
  return rows.map(({ at }) => at)
}

// Years, months, leap days, hours and fractions of all lengths, each as PostgreSQL writes it.
const MANY = `
  select timestamptz '1999-12-27 22:58:57.5+00' + n * interval '13 days 5 hours 7 minutes 11.0345 seconds' as at from generate_series(1, 1000) as n
  union all select timestamptz '2024-02-29 23:59:59+00' + n * interval '0.0101 second' from generate_series(0, 100) as n`
const RARE = `select unnest(array['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '0001-01-01 00:00:00+00', '0099-12-31 23:59:59.999+00',
  '0100-01-01 00:00:00+00', '9999-12-31 23:59:59.999999+00', '12026-11-17 15:53:02+00']::timestamptz[]) as at`

test.each(['UTC', 'Asia/Kolkata', 'America/New_York'])('a moment is read as pg reads it, in %s', async (zone) => {
  const texts = [...(await textsOf(zone, MANY)), ...(await textsOf(zone, RARE))]
  expect(texts).toHaveLength(1109)
  expect(texts.map((text) => Number(readInstant(text)))).toEqual(texts.map((text) => Number(readByPg(text))))
})
