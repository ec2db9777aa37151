// node kits/java/build.mjs [FOLDER]: the jar and its sources, by the JDK alone. FOLDER is dist unless given.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSION = '0.1.0'
const kit = fileURLToPath(new URL('./', import.meta.url))
const sources = join(kit, 'src/main/java')
const target = process.argv[2] ?? join(kit, 'dist')
const classes = mkdtempSync(join(tmpdir(), 'feedback-board-'))
const run = (command, words) => execFileSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] })

try {
  const files = readdirSync(sources, { recursive: true }).filter((name) => name.endsWith('.java'))
  const strict = ['--release', '11', '-encoding', 'UTF-8', '-Xlint:all', '-Werror']
  run('javac', [...strict, '-d', classes, ...files.map((name) => join(sources, name))])
  const manifest = join(classes, 'manifest.txt')
  writeFileSync(manifest, `Automatic-Module-Name: io.feedbackboard\nImplementation-Version: ${VERSION}\n`)
  mkdirSync(target, { recursive: true })
  const license = ['-C', kit, 'LICENSE']
  const jar = join(target, `feedback-board-${VERSION}.jar`)
  run('jar', ['--create', '--file', jar, '--manifest', manifest, ...license, '-C', classes, 'io'])
  const withSources = join(target, `feedback-board-${VERSION}-sources.jar`)
  run('jar', ['--create', '--file', withSources, ...license, '-C', sources, 'io'])
} finally {
  rmSync(classes, { recursive: true })
}
