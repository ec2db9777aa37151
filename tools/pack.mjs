// npm run pack:kits [-- DIRECTORY [KIT…]]: every kit as a package that can be installed; says how. Built in a new folder, so that nothing old goes along.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fail, root, run } from './setup.mjs'

/** How the package of a kit is made in `stage`, what it is called, and how it is installed. `needs` names what this machine lacks, if anything. */
const KITS = {
  server: fromNpm('server'),
  app: fromNpm('app'),
  widget: fromNpm('widget'),
  python: {
    file: 'feedback_board-0.1.0-py3-none-any.whl',
    needs: () => (python() ? '' : 'python3 with pip, setuptools and wheel'),
    make: (source, file) => {
      const words = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-index', '--no-build-isolation']
      run(python(), [...words, '--disable-pip-version-check', '--wheel-dir', join(file, '..'), source])
    },
    install: (path) => `pip install ${path}`,
  },
  ruby: {
    file: 'feedback_board-0.1.0.gem',
    needs: () => lacking('gem', 'ruby'),
    make: (source, file) => run('gem', ['build', '--silent', '--output', file], { cwd: source }),
    install: (path) => `gem install --local ${path}`,
  },
  php: {
    file: 'feedback-board-php',
    make: (source, folder) => cpSync(source, folder, { recursive: true }),
    install: (path) =>
      `composer config repositories.feedback-board path ${path} && composer require feedback-board/server`,
  },
  go: {
    file: 'feedback-board-go',
    make: (source, folder) => cpSync(source, folder, { recursive: true }),
    install: (path) =>
      `go mod edit -require feedbackboard.example/server@v0.1.0 -replace feedbackboard.example/server=${path}`,
  },
  java: {
    file: 'feedback-board-0.1.0.jar',
    needs: () => lacking('javac', 'a JDK'),
    make: (source, file) => run(process.execPath, [join(source, 'build.mjs'), join(file, '..')]),
    install: (path) => `cp ${path} libs/`,
  },
}
const NOT_PACKED = new Set(['test', 'dist', 'build', 'node_modules', '.gitignore'])

const [directory = join(root, 'packed'), ...named] = process.argv.slice(2)
const unknown = named.find((kit) => !Object.hasOwn(KITS, kit))
if (unknown) fail(`There is no kit "${unknown}"; there are ${Object.keys(KITS).join(', ')}.`)

const target = resolve(directory)
mkdirSync(target, { recursive: true })
const stage = mkdtempSync(join(tmpdir(), 'kits-'))
try {
  for (const kit of named.length > 0 ? named : Object.keys(KITS)) pack(kit)
} finally {
  rmSync(stage, { recursive: true })
}

function pack(kit) {
  const { file, needs = () => '', make, install } = KITS[kit]
  const missing = needs()
  if (missing && named.length > 0) fail(`The kit "${kit}" needs ${missing}, which is not here.`)
  if (missing) return void process.stdout.write(`# ${kit}: not made, because ${missing} is not here\n`)
  const source = join(stage, kit)
  cpSync(join(root, 'kits', kit), source, { recursive: true, filter: (path) => isPacked(kit, path) })
  const made = join(target, file)
  rmSync(made, { recursive: true, force: true })
  make(source, made)
  if (!existsSync(made)) fail(`The kit "${kit}" did not become ${file}: are all its versions the same?`)
  process.stdout.write(`# ${kit}\n${install(relative(process.cwd(), made) || made)}\n`)
}

function isPacked(kit, path) {
  const [first = '', name = first] = relative(join(root, 'kits', kit), path).split('/')
  return !NOT_PACKED.has(first) && !name.endsWith('.egg-info') && name !== '__pycache__'
}

/** The tarball that would be published. */
function fromNpm(kit) {
  const { version } = JSON.parse(readFileSync(join(root, 'kits', kit, 'package.json'), 'utf8'))
  return {
    file: `feedback-board-${kit}-${version}.tgz`,
    make: (source, file) => {
      const folder = join(stage, `${kit}-package`)
      mkdirSync(folder)
      for (const name of ['package.json', 'README.md', 'LICENSE']) copyFileSync(join(source, name), join(folder, name))
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const project = join(root, 'kits', kit, 'tsconfig.build.json')
      run(process.execPath, [tsc, '-p', project, '--outDir', join(folder, 'dist')])
      const words = ['--offline', '--ignore-scripts', '--loglevel=error', '--pack-destination', join(file, '..')]
      run('npm', ['pack', ...words], { cwd: folder })
    },
    install: (path) => `npm install ${path}`,
  }
}

function lacking(command, name) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0 ? '' : name
}

/** One that can make a wheel without a network: that of the PATH, or Debian's. */
function python() {
  const canBuild = ['-c', 'import setuptools, wheel, pip']
  return ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, canBuild, { stdio: 'ignore' }).status === 0)
}
