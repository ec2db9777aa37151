import module from 'node:module'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { keepTick } from './foundation/heap/index.ts'

keepTick() // before the code is loaded, which is so much that V8 collects garbage
module.enableCompileCache?.() // the next start loads the compiled code: compiling takes most of a start
const { runCommandLine } = await import('./cli/index.ts') // only what is imported after that line is kept

// The reader of our output may be gone (EPIPE); that must not interrupt an orderly stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  environment: process.env,
  version: manifest.version,
  migrations: fileURLToPath(new URL('../migrations/', import.meta.url)),
  print: (text) => void process.stdout.write(`${text}\n`),
  tell: (text) => void process.stderr.write(`${text}\n`),
})
