// npm start: installs if needed, builds if needed, serves.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, handOver, isPinnedNode, root } from './setup.mjs'

ensureInstalled()
ensureBuilt()
const main = join(root, 'service/dist/main.js')
if (isPinnedNode()) {
  process.argv = [process.execPath, main, 'serve', ...process.argv.slice(2)]
  await import(main)
} else handOver([main, 'serve', ...process.argv.slice(2)])
