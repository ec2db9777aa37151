import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QUICK_JAVA, QUICK_JAVAC } from '../../../service/test/harness/java.ts'

/** What every signer of the guide reads; it answers with the token alone on standard output. */
export interface SignerEnvironment {
  readonly PROJECT_ID: string
  readonly KEY_ID: string
  readonly PRIVATE_KEY_FILE: string
  readonly AUDIENCE: string
  readonly USER_ID: string
  readonly USER_EMAIL?: string
  readonly NONCE?: string
}

export type Availability = { readonly available: true } | { readonly available: false; readonly missing: string }

export interface GuideSigner {
  readonly language: string
  /** Relative to the guide's folder. */
  readonly file: string
  available(): Availability
  /** As the guide says. Exactly what it printed, without the line break at the end. Rejects with what it said where it failed. */
  run(environment: Partial<SignerEnvironment>): Promise<string>
  /** The same program, compiled into the folder by the first call: the commands of the guide compile it each time. */
  runCompiled(environment: Partial<SignerEnvironment>, folder: string): Promise<string>
}

interface Recipe {
  readonly language: string
  readonly file: string
  /** The program and its arguments before the file; a string says what is missing. */
  readonly program: () => readonly [string, ...string[]] | string
  /** Compiles it into a folder and answers with the command that runs it. */
  readonly compile?: (file: string, folder: string) => Command
}

type Command = readonly [string, ...string[]]

export const GUIDE = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/guides/sign-in-tokens')
const VARIABLES = ['PROJECT_ID', 'KEY_ID', 'PRIVATE_KEY_FILE', 'AUDIENCE', 'USER_ID', 'USER_EMAIL', 'NONCE']
const LONGEST_RUN_MS = 300_000 // the first run of Go compiles its standard library

const RECIPES: readonly Recipe[] = [
  { language: 'Node', file: 'node.mjs', program: () => [process.execPath] },
  { language: 'Python', file: 'python.py', program: python },
  { language: 'Ruby', file: 'ruby.rb', program: ruby },
  { language: 'PHP', file: 'php.php', program: php },
  { language: 'Go', file: 'go/main.go', program: go, compile: compileGo },
  { language: 'Java', file: 'SignInToken.java', program: java, compile: compileJava },
]

export const signers: readonly GuideSigner[] = RECIPES.map(signerOf)

function signerOf({ language, file, program, compile }: Recipe): GuideSigner {
  let compiled: Command | undefined
  let found: ReturnType<Recipe['program']> | undefined
  const find = () => {
    found ??= program()
    return found
  }
  const run: GuideSigner['run'] = async (environment) => {
    const answer = find()
    if (typeof answer === 'string') throw new Error(`${language} cannot run without ${answer}`)
    const [command, ...args] = answer
    return standardOutputOf(command, [...args, join(GUIDE, file)], environment)
  }
  return {
    language,
    file,
    available() {
      const answer = find()
      return typeof answer === 'string' ? { available: false, missing: answer } : { available: true }
    },
    run,
    async runCompiled(environment, folder) {
      compiled ??= compile?.(join(GUIDE, file), folder)
      if (!compiled) return run(environment)
      const [command, ...args] = compiled
      return standardOutputOf(command, args, environment)
    },
  }
}

function standardOutputOf(command: string, args: readonly string[], environment: object): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !VARIABLES.includes(name))
  // Java reads variables in the locale's encoding, which is ASCII where none is set.
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C.UTF-8', ...environment }
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, timeout: LONGEST_RUN_MS }, (failure, stdout, stderr) => {
      if (failure) reject(Object.assign(new Error(`${command} failed: ${stderr || failure.message}`), { stdout }))
      else resolve(stdout.replace(/\r?\n$/, ''))
    })
  })
}

function python(): [string] | string {
  const capable = pythonWith('from jwt import encode; import cryptography')
  return capable ? [capable] : 'Python 3 with PyJWT and cryptography'
}

/** The first `python3` need not be the one that has the modules. */
export function pythonWith(imports: string): string | undefined {
  const candidates = ['python3', 'python', '/usr/bin/python3', '/usr/local/bin/python3', '/opt/homebrew/bin/python3']
  return candidates.find((command) => succeeds(command, ['-c', imports]))
}

function ruby(): [string] | string {
  return succeeds('ruby', ['-rjwt', '-e', '1']) ? ['ruby'] : 'Ruby with the gem jwt'
}

function php(): [string] | string {
  const check = 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("openssl") ? 0 : 1);'
  return succeeds('php', ['-r', check]) ? ['php'] : 'PHP 8.1 with the openssl extension'
}

function go(): [string, string] | string {
  return succeeds('go', ['version']) ? ['go', 'run'] : 'Go'
}

function compileGo(file: string, folder: string): Command {
  const program = join(folder, 'go-signer')
  execFileSync('go', ['build', '-o', program, file], { stdio: 'pipe' })
  return [program]
}

function compileJava(file: string, folder: string): Command {
  execFileSync('javac', [...QUICK_JAVAC, '-encoding', 'UTF-8', '-d', folder, file], { stdio: 'pipe' })
  return ['java', ...QUICK_JAVA, '-cp', folder, basename(file, '.java')]
}

function java(): [string, ...string[]] | string {
  const modules = spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout ?? ''
  const major = Number(/^java\.base@(\d+)/m.exec(modules)?.[1] ?? 0)
  return major >= 17 && modules.includes('jdk.compiler@')
    ? ['java', ...QUICK_JAVA]
    : 'JDK 17 (a runtime without compiler is not enough)'
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
