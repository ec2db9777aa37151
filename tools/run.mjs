// Runs a tool of the project under the pinned Node: node tools/run.mjs [--built] TOOL ARGUMENTS
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, handOver, root } from './setup.mjs'

ensureInstalled()
const [first, ...others] = process.argv.slice(2)
if (first === '--built') ensureBuilt()
const [tool, ...args] = first === '--built' ? others : [first, ...others]
if (tool === 'node') handOver(args)
else {
  const home = ['', '@biomejs/']
    .map((scope) => join(root, 'node_modules', scope + tool))
    .find((path) => existsSync(join(path, 'package.json')))
  if (!home) fail(`There is no tool "${tool}" among the dependencies.`)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  handOver([join(home, typeof bin === 'string' ? bin : bin[tool]), ...args])
}
