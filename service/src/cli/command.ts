import type { Terminal } from '../terminal.ts'

export interface CommandResult {
  readonly json: object
  readonly text: string
  /** 0 unless given. 1 when the answer itself is a refusal. */
  readonly exitCode?: number
}

export interface Command {
  /** What stands behind the command's name. */
  readonly usage: string
  readonly summary: string
  /** Answers with what `--json` prints; without it, `text` says the same to a person. */
  run(words: string[], terminal: Terminal): Promise<CommandResult | undefined>
}
