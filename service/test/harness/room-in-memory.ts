import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM_FOR_DATABASES = 2 ** 32

/** Where tests keep databases of their own: in the file system that Linux has in memory. Small containers leave it without room. */
export function roomInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_FOR_DATABASES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
