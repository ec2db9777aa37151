import { stderr } from 'node:process'
import type { Terminal } from '../terminal.ts'

const WIDTH = 30
const AGAIN_AFTER_MS = 200

export interface Progress {
  /** `part` is from 0 to 1; without it the end is not known. */
  say(what: string, part?: number): void
  /** Takes the line away again. */
  end(): void
}

/** A line that changes on a terminal; elsewhere a plain line for each tenth. */
export function startProgress(terminal: Pick<Terminal, 'tell'>): Progress {
  return stderr.isTTY ? onTerminal() : inLines(terminal)
}

function onTerminal(): Progress {
  let saidAt = 0
  return {
    say: (what, part) => {
      if (performance.now() - saidAt < AGAIN_AFTER_MS) return
      saidAt = performance.now()
      const full = Math.round((part ?? 0) * WIDTH)
      const bar =
        part === undefined ? '' : ` [${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] ${Math.floor(part * 100)} %`
      stderr.write(`\r${what}${bar}`)
    },
    end: () => void (saidAt > 0 && stderr.write(`\r${' '.repeat(WIDTH * 2)}\r`)),
  }
}

function inLines({ tell }: Pick<Terminal, 'tell'>): Progress {
  let tenths = 0
  return {
    say: (what, part) => {
      const reached = Math.floor((part ?? 0) * 10)
      if (reached <= tenths) return
      tenths = reached
      tell(`${what}: ${reached * 10} %`)
    },
    end: () => {},
  }
}
