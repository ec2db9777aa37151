import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** Builds that know the migrations up to this one work with the tables after it too. Absent: only builds that know it do. */
  readonly serves: number | undefined
  /** Run one by one, outside a transaction. Absent: the whole text is one transaction. */
  readonly steps: readonly string[] | undefined
}

const SERVES = /^-- serves (\d{4})\n/
const ONE_BY_ONE = /^(?:-- serves \d{4}\n)?-- one by one\n/

export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, place) => {
      const version = Number(file.slice(0, 4))
      if (version !== place + 1)
        throw new Error(`Migrations are numbered without gaps; ${file} is at place ${place + 1}`)
      const text = await readFile(join(directory, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version, name: file.slice(0, -4), text, checksum, ...readHead(text) }
    }),
  )
}

/** What the first lines of a migration say about it. */
export function readHead(text: string): Pick<Migration, 'serves' | 'steps'> {
  const serves = SERVES.exec(text)?.[1]
  return {
    serves: serves === undefined ? undefined : Number(serves),
    steps: ONE_BY_ONE.test(text) ? statementsOf(text) : undefined,
  }
}

/** The statements of a text without comments. A semicolon at the end of a line ends a statement, unless it is between two `$$`. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let open = ''
  for (const line of text.replace(/--.*$/gm, '').split('\n')) {
    open += `${line}\n`
    const isInBody = open.split('$$').length % 2 === 0
    if (isInBody || !line.trimEnd().endsWith(';')) continue
    statements.push(open.trim().replace(/;$/, ''))
    open = ''
  }
  if (open.trim() !== '') statements.push(open.trim())
  return statements
}
