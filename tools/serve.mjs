// The part of npm start after everything is installed and built.
import { join } from 'node:path'
import { startDemo, wantsDemo } from './demo.mjs'
import { root, serve } from './setup.mjs'

process.env.DEFAULT_DATA_DIR = join(root, 'data')
process.env.DATA_DIR ||= process.env.DEFAULT_DATA_DIR // the same directory, wherever it is started
const main = join(root, 'service/dist/main.js')
const words = process.argv.slice(2)
if (!words.includes('--no-demo') && wantsDemo(process.env)) startDemo(main, process.env)

await serve(
  main,
  words.filter((word) => word !== '--no-demo'),
)
