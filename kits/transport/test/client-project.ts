import { execFile, execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown } from 'vite'
import { ROOT } from '../../../service/test/harness/paths.ts'

const { resolve } = createRequire(import.meta.url)
const TSC = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
const NODE_TYPES = dirname(dirname(resolve('@types/node/package.json')))
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--target', 'ES2022', '--noEmit']
/** How a project looks for packages. */
const RESOLUTIONS = {
  NodeNext: ['--module', 'NodeNext'],
  Bundler: ['--module', 'ESNext', '--moduleResolution', 'Bundler'],
}

const NPM_KITS = ['server', 'app', 'widget']

export type ClientProject = ReturnType<typeof createClientProject>

/** An empty project of a client, with kits installed from the tarballs that would be published. No network is asked. */
export function createClientProject(...kits: readonly string[]) {
  const wanted = kits.length > 0 ? kits : NPM_KITS
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const tarballs = join(folder, 'tarballs')
  const environment = quietNpm(join(folder, 'npm'))
  const run = (command: string, args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: environment, stdio: ['ignore', 'pipe', 'pipe'] })

  run(process.execPath, [join(ROOT, 'tools/pack.mjs'), tarballs, ...wanted])
  writeFileSync(join(folder, 'package.json'), '{ "name": "client", "private": true, "type": "module" }')
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name))
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', ...packed])

  // The types of React are the project's own business; those of this repository stand in for them.
  if (wanted.includes('widget')) {
    for (const name of ['@types/react', 'csstype', 'react']) {
      mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    }
  }
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const installed = (kit: string) => join(folder, 'node_modules/@feedback-board', kit)
  /** Each file of the package, by its path. */
  const filesOf = (kit: string) =>
    readdirSync(installed(kit), { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(installed(kit), path)).isFile())
      .sort()
  return {
    remove: () => rmSync(folder, { recursive: true }),
    write,
    /** Another package beside the kits, such as one that plays a platform. */
    writePackage: (name: string, code: string) => {
      const place = join(folder, 'node_modules', name)
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }))
      writeFileSync(join(place, 'index.js'), code)
    },
    filesOf,
    read: (kit: string, path: string) => readFileSync(join(installed(kit), path), 'utf8'),
    /** What the kit's code says, without its comments. */
    codeOf: (kit: string) =>
      filesOf(kit)
        .filter((path) => path.endsWith('.js'))
        .map((path) => readFileSync(join(installed(kit), path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
        .join('\n'),
    /** Runs Node in the project and answers with what it printed. */
    node: async (...args: string[]) => (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout,
    /** Throws what the compiler finds wrong with a file of the project. */
    compile: (name: string, resolution: keyof typeof RESOLUTIONS, library: readonly string[]) =>
      run(process.execPath, [
        ...[TSC, '--ignoreConfig', ...STRICT, ...RESOLUTIONS[resolution], '--typeRoots', NODE_TYPES, ...library, name],
      ]),
    /** `external` packages are left to the app. */
    bundle: (entry: string, external: string[] = []) => bundle(folder, entry, external),
  }
}

/** As npm is for somebody else: without the settings of this repository, and with a cache of its own. */
function quietNpm(cache: string): NodeJS.ProcessEnv {
  mkdirSync(cache)
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  return { ...Object.fromEntries(own), npm_config_cache: cache, npm_config_update_notifier: 'false' }
}

/** One minified module, of what the entry takes. */
async function bundle(root: string, entry: string, external: string[]): Promise<string> {
  writeFileSync(join(root, 'entry.js'), entry)
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rollupOptions: { input: 'entry.js', external, preserveEntrySignatures: 'strict' },
    },
  })
  const { output } = built as Rolldown.RolldownOutput // one build of one entry, not watched
  return output[0].code
}
