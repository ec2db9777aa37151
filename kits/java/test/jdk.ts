import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { QUICK_JAVA, QUICK_JAVAC } from '../../../service/test/harness/java.ts'

export const KIT = fileURLToPath(new URL('../', import.meta.url))
export const SOURCES = join(KIT, 'src/main/java')
export const TEST_SOURCES = join(KIT, 'test/java')

const LONGEST_RUN_MS = 300_000

/** JAVA_HOME does not count: the build and the tests call what the PATH has. */
export const hasJdk = spawnSync('javac', ['-version'], { stdio: 'ignore' }).status === 0

/** A folder for one file of tests. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'java-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function javaFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(folder, name))
}

/** Compiles, with every warning an error. */
export function compile(files: readonly string[], into: string, { release = 11, classPath = into } = {}): void {
  mkdirSync(into, { recursive: true })
  const words = [
    ...QUICK_JAVAC,
    '--release',
    String(release),
    '-encoding',
    'UTF-8',
    '-Xlint:all,-options',
    '-Werror',
    '-d',
    into,
  ]
  execFileSync('javac', [...words, '-cp', classPath, ...files], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a class to its end and answers with what it printed. */
export async function runJava(classPath: string, name: string, input = ''): Promise<string> {
  const child = spawn('java', [...QUICK_JAVA, '-Dfile.encoding=UTF-8', '-cp', classPath, name], {
    timeout: LONGEST_RUN_MS,
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${Buffer.concat(err)}`)
  return Buffer.concat(out).toString()
}
