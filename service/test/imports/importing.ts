import type { ImportOptions } from '../../src/domain/imports/index.ts'
import { advanceImport, type Import, importById, readNdjson, receiveImport } from '../../src/domain/imports/index.ts'
import type { TestProject } from '../harness/project.ts'

type Line = Readonly<Record<string, unknown>>

export function ndjson(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

export async function* inPieces(text: string | Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Imports the lines and runs the import to its end. */
export async function importLines(
  project: TestProject,
  lines: readonly Line[],
  options: Partial<ImportOptions> = {},
): Promise<Import> {
  const call = project.call()
  const records = readNdjson(inPieces(ndjson(lines)), call.now)
  const { id } = await receiveImport(call, records, { source: 'elsewhere', ...options })
  return runToEnd(project, id)
}

export async function runToEnd(project: TestProject, id: Import['id']): Promise<Import> {
  while (await advanceImport(project.call())) {}
  return importById(project.call(), id)
}
