import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { StartError } from '../failures.ts'

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as `nobody`; an ordinary user runs it as itself.
 * `wrap` turns a command line into the one that is really started.
 */
export interface Account {
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  readonly spawnAs: { readonly uid?: number; readonly gid?: number }
  wrap(command: string, args: readonly string[]): [string, string[]]
}

const ourselves: Account = { owner: undefined, spawnAs: {}, wrap: (command, args) => [command, [...args]] }

/** `mustReach` are the files and directories that the account has to get at, the programs among them. */
export function accountFor(mustReach: readonly string[]): Account {
  if (process.getuid?.() !== 0) return ourselves
  const owner = nobody()
  const unreachable = mustReach.find((path) => !reaches(owner, path))
  if (!unreachable) return { ...ourselves, owner, spawnAs: owner }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isExecutable)
  if (!setpriv) {
    throw new StartError(
      `PostgreSQL does not run as root, and the account "nobody" cannot enter ${unreachable}. Start the service as an ordinary user, move it to a directory that others may enter, or set DATABASE_URL.`,
    )
  }
  // A checkout below /root is closed to everybody else: nobody keeps the one capability of passing closed doors.
  const { uid, gid } = owner
  const become = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { owner, spawnAs: {}, wrap: (command, args) => [setpriv, [...become, '--', command, ...args]] }
}

function nobody(): { uid: number; gid: number } {
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m)
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) }
}

function reaches(owner: { uid: number; gid: number }, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
