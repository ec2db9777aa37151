import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pythonWith } from '../../kits/server/test/signers.ts'
import { ROOT } from '../../service/test/harness/paths.ts'

type Command = readonly [string, ...string[]]

export interface Framework {
  readonly name: string
  /** Below examples/. */
  readonly folder: string
  /** What this machine lacks to run it. */
  missing(): string | undefined
  /** `temporary` is a directory of the test's own. */
  environment?(temporary: string): Record<string, string>
  /** What the README says to do before the first start. */
  readonly prepare?: () => readonly Command[]
  start(port: number): Command
  /** The id that the app gives to Ada; user-1 unless said otherwise. */
  readonly sub?: string
}

const PYTHON_KIT = join(ROOT, 'kits/python/src')
const succeeds = (...[command, ...words]: Command) => spawnSync(command, words, { stdio: 'ignore' }).status === 0
const npm: Command = ['npm', 'ci', '--prefer-offline', '--loglevel=error']
const flask = () => pythonWith('import flask, cryptography')
const django = () => pythonWith('import django, cryptography')
const python = { PYTHONPATH: PYTHON_KIT, PYTHONDONTWRITEBYTECODE: '1' }

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'Express',
    folder: 'express',
    missing: () => undefined,
    prepare: () => [npm],
    start: () => [process.execPath, 'src/app.js'],
  },
  {
    name: 'Next.js',
    folder: 'nextjs',
    missing: () => undefined,
    environment: () => ({ SESSION_SECRET: 'only for this test', NEXT_TELEMETRY_DISABLED: '1' }),
    prepare: () => [npm, [process.execPath, 'node_modules/next/dist/bin/next', 'build']],
    start: (port) => [process.execPath, 'node_modules/next/dist/bin/next', 'start', '--port', String(port)],
  },
  {
    name: 'Flask',
    folder: 'flask',
    missing: () => (flask() ? undefined : 'Flask'),
    environment: () => python,
    start: (port) => [flask() ?? '', '-m', 'flask', 'run', '--port', String(port)],
  },
  {
    name: 'Django',
    folder: 'django',
    missing: () => (django() ? undefined : 'Django'),
    environment: (temporary) => ({
      ...python,
      SECRET_KEY: 'only for this test',
      DATABASE_FILE: join(temporary, 'db.sqlite3'),
      DJANGO_SUPERUSER_PASSWORD: 'demo',
    }),
    prepare: () => [
      [django() ?? '', 'manage.py', 'migrate'],
      [django() ?? '', 'manage.py', 'createsuperuser', '--noinput', '--username=ada', '--email=ada@acme.example'],
    ],
    start: (port) => [django() ?? '', 'manage.py', 'runserver', '--noreload', String(port)],
    sub: '1',
  },
  {
    name: 'Rails',
    folder: 'rails',
    missing: () => (succeeds('ruby', '-rrails', '-rpuma', '-rbundler', '-e', '1') ? undefined : 'Rails'),
    environment: () => ({ SECRET_KEY_BASE: 'only for this test'.repeat(4) }),
    prepare: () => [['bundle', 'install', '--local', '--quiet']],
    start: (port) => ['bundle', 'exec', 'puma', '--bind', `tcp://127.0.0.1:${port}`],
  },
  {
    name: 'Laravel',
    folder: 'laravel',
    missing: () => (succeeds('php', '-r', 'require "Illuminate/autoload.php";') ? undefined : 'Laravel'),
    environment: (temporary) => ({ TEST_STORAGE: temporary }),
    start: (port) => ['php', '-S', `127.0.0.1:${port}`, '-t', 'public', '../test/laravel-8/index.php'],
  },
  {
    name: 'Go',
    folder: 'go',
    missing: () => (succeeds('go', 'version') ? undefined : 'Go'),
    start: () => ['go', 'run', '.'],
  },
]
