import { ConfigError } from '../config.ts'
import { Problem } from '../foundation/problems/index.ts'
import { StartError } from '../foundation/storage/index.ts'
import { migrateCommand, serveCommand, versionCommand } from './process.ts'
import { createProjectCommand, listProjectsCommand, showProjectCommand, updateProjectCommand } from './project.ts'
import { type Terminal, UsageError } from './terminal.ts'

export type { Terminal } from './terminal.ts'

export interface Command {
  /** What stands behind the command's name. */
  readonly usage: string
  readonly summary: string
  /** Answers with what `--json` prints; without it, `text` says the same to a person. */
  run(words: string[], terminal: Terminal): Promise<{ json: object; text: string } | undefined>
}

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  migrate: migrateCommand,
  version: versionCommand,
  'project create': createProjectCommand,
  'project list': listProjectsCommand,
  'project show': showProjectCommand,
  'project update': updateProjectCommand,
}

/** Runs one command and answers with the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCommandLine(terminal: Terminal): Promise<number> {
  const json = terminal.words.includes('--json')
  const words = terminal.words.filter((word) => word !== '--json')
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') {
    terminal.print(help())
    return words.length === 0 ? 2 : 0
  }
  const name = words.slice(0, 2).join(' ') in COMMANDS ? words.slice(0, 2).join(' ') : (words[0] ?? '')
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (!command) throw new UsageError(`There is no command "${name}".`)
    const result = await command.run(words.slice(name.split(' ').length), terminal)
    if (result) terminal.print(json ? JSON.stringify(result.json, null, 2) : result.text)
    return 0
  } catch (error) {
    return explain(error, terminal, { json, usage: command ? `svc ${name} ${command.usage}` : help() })
  }
}

function explain(error: unknown, terminal: Terminal, { json, usage }: { json: boolean; usage: string }): number {
  if (error instanceof UsageError || isParseArgsError(error)) {
    terminal.tell(`${error.message}\n\nUsage: ${usage.trim()}`)
    return 2
  }
  if (error instanceof Problem) {
    const { code, title, status } = error.kind
    const detail = error.detail ?? error.kind.remedy
    if (json)
      terminal.print(
        JSON.stringify({ code, status, title, detail, ...(error.errors && { errors: error.errors }) }, null, 2),
      )
    terminal.tell(`${title} ${detail} (${code})`)
    return 1
  }
  if (error instanceof ConfigError) {
    terminal.tell(
      `The environment has ${error.mistakes.length === 1 ? 'a mistake' : `${error.mistakes.length} mistakes`}:`,
    )
    for (const mistake of error.mistakes) terminal.tell(`  ${mistake}`)
    return 1
  }
  if (error instanceof StartError) {
    terminal.tell(error.message)
    return 1
  }
  throw error
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  svc ${`${name} ${usage}`.trim()}\n      ${summary}`,
  )
  return `Feedback boards for client projects.\n\n${lines.join('\n')}\n\nEvery command takes --json for one JSON object on standard output.\nThe environment is described in docs/guides/operate.md.`
}
