import type { Terminal } from '../terminal.ts'

export interface CommandResult {
  readonly json: object
  readonly text: string
  /** 0 unless given. 1 when the answer itself is a refusal. */
  readonly exitCode?: number
}

export interface Command {
  /** The arguments after the command's name. */
  readonly usage: string
  readonly summary: string
  /** The result is what `--json` prints; without it, `text` says the same for people. */
  run(words: string[], terminal: Terminal): Promise<CommandResult | undefined>
}
