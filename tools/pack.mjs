// npm run pack:kits -- DIRECTORY [KIT…]: a tarball of each kit, as it is published. Built into a new folder, so that nothing old goes along.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fail, root, run } from './setup.mjs'

const KITS = ['server', 'app']
const [directory, ...named] = process.argv.slice(2)
if (!directory) fail('Name the directory for the tarballs: npm run pack:kits -- DIRECTORY')
const unknown = named.find((kit) => !KITS.includes(kit))
if (unknown) fail(`There is no kit "${unknown}"; there are ${KITS.join(', ')}.`)

const target = resolve(directory)
mkdirSync(target, { recursive: true })
const stage = mkdtempSync(join(tmpdir(), 'kits-'))
try {
  for (const kit of named.length > 0 ? named : KITS) pack(kit)
} finally {
  rmSync(stage, { recursive: true })
}

function pack(kit) {
  const source = join(root, 'kits', kit)
  const folder = join(stage, kit)
  mkdirSync(folder)
  for (const file of ['package.json', 'README.md', 'LICENSE']) copyFileSync(join(source, file), join(folder, file))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  run(process.execPath, [tsc, '-p', join(source, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')])
  run('npm', ['pack', '--offline', '--ignore-scripts', '--loglevel=error', '--pack-destination', target], {
    cwd: folder,
  })
}
