import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { StartError } from '../failures.ts'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the user `nobody`, or as the owner of an existing
 * cluster; an ordinary user runs it as itself. `wrap` turns a command line into the one that is really started.
 */
export interface Account {
  readonly owner: Owner | undefined
  readonly spawnAs: Partial<Owner>
  wrap(command: string, args: readonly string[]): [string, string[]]
}

const ourselves: Account = { owner: undefined, spawnAs: {}, wrap: (command, args) => [command, [...args]] }

/** `mustReach` are the files and directories, including the programs, that the account must be able to read. */
export function accountFor(clusterDirectory: string, mustReach: readonly string[]): Account {
  const uid = process.getuid?.()
  const settled = ownerOf(clusterDirectory)
  if (uid !== 0) {
    if (settled && uid !== undefined && settled.uid !== uid) {
      throw new StartError(
        `The database in ${clusterDirectory} belongs to another account (uid ${settled.uid}). Run this as that account or as root, or set DATA_DIR to another directory.`,
      )
    }
    return ourselves
  }
  const owner = settled && settled.uid !== 0 ? settled : nobody()
  const unreachable = mustReach.find((path) => !reaches(owner, path))
  if (!unreachable) return { ...ourselves, owner, spawnAs: owner }
  return throughClosedDoors(owner, unreachable)
}

/**
 * Other users cannot read a checkout below /root: the account gets the single capability to ignore file permissions.
 * Without `no_setuid_fixup` the kernel would leave that capability out of access(2), by which initdb finds its programs.
 */
function throughClosedDoors(owner: Owner, unreachable: string): Account {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isExecutable)
  if (!setpriv) {
    throw new StartError(
      `PostgreSQL does not run as root, and the account it would run as cannot enter ${unreachable}. Start the service as an ordinary user, move it to a directory that others may enter, or set DATABASE_URL.`,
    )
  }
  const become = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { owner, spawnAs: {}, wrap: (command, args) => [setpriv, [...become, '--', command, ...args]] }
}

function ownerOf(path: string): Owner | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch {
    return undefined
  }
}

function nobody(): Owner {
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m)
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) }
}

function reaches(owner: Owner, path: string): boolean {
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
