import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { ROOT } from './paths.ts'

/** The samples of a guide, in order. */
export function blocksOf(guide: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8')
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, block = '']) => {
    expect(language).toBe('sh') // a sample in another language would not be run
    return block
  })
}

/** `npx svc` without npm's second of start-up for each command. Whatever fails is written down, and the reader goes on. */
const PREAMBLE = `
npx() { [ "$1" = svc ] && shift && node "$MAIN" "$@"; }
set -o pipefail
trap 'echo "FAILED in block $block"' ERR
`

/** Runs the blocks in one shell, as a reader's terminal would, and answers with what each of them printed. */
export async function paste(
  blocks: readonly string[],
  environment: Record<string, string> & { TMPDIR: string },
): Promise<string[]> {
  const script = blocks.map((block, place) => `printf '\\n<<<%s>>>\\n' ${place}\nblock=${place}\n${block}`)
  const file = join(environment.TMPDIR, 'guide.sh')
  await writeFile(file, PREAMBLE + script.join('\n'))
  const env = { ...environment, PATH: `${dirname(process.execPath)}:${process.env.PATH}` } // the Node of this test first
  const shell = spawn('bash', [file], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([shell.stdout.toArray(), shell.stderr.toArray()])
  const parts = out
    .join('')
    .split(/\n<<<\d+>>>\n/)
    .slice(1)
  if (parts.length !== blocks.length) throw new Error(`The shell ended early:\n${out.join('')}\n${err.join('')}`)
  return parts
}
