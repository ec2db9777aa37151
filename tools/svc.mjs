#!/usr/bin/env node
// npx svc: the command line, installed and built if needed.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, handOver, isPinnedNode, root, serve } from './setup.mjs'

ensureInstalled()
ensureBuilt()
process.env.DEFAULT_DATA_DIR = join(root, 'data')
process.env.DATA_DIR ||= process.env.DEFAULT_DATA_DIR // the same directory, wherever it is started
const main = join(root, 'service/dist/main.js')
const [command, ...words] = process.argv.slice(2)
if (command === 'serve') await serve(main, words)
else if (isPinnedNode()) {
  process.argv = [process.execPath, main, ...process.argv.slice(2)]
  await import(main)
} else handOver([main, ...process.argv.slice(2)])
