import { ConfigError } from '../config.ts'
import { asLines } from '../domain/texts/index.ts'
import { Problem, wordsOf } from '../foundation/problems/index.ts'
import { StartError } from '../foundation/storage/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import {
  createCategoryCommand,
  deleteCategoryCommand,
  listCategoriesCommand,
  updateCategoryCommand,
} from './category.ts'
import type { Command } from './command.ts'
import { demoCommand } from './demo.ts'
import { dismissDuplicateCommand, listDuplicatesCommand, reopenDuplicateCommand } from './duplicate.ts'
import { createFieldCommand, deleteFieldCommand, listFieldsCommand, updateFieldCommand } from './field.ts'
import { importCommand, listImportsCommand, undoImportCommand } from './import.ts'
import { listAccountsCommand, listInsightsCommand, showAccountCommand } from './insight.ts'
import {
  inviteOperatorCommand,
  linkOperatorCommand,
  listOperatorsCommand,
  removeOperatorCommand,
  signOutOperatorCommand,
  updateOperatorCommand,
} from './operator.ts'
import { migrateCommand, serveCommand, versionCommand } from './process.ts'
import {
  createProjectCommand,
  listProjectsCommand,
  showProjectCommand,
  updateProjectCommand,
  verifyDomainCommand,
} from './project.ts'
import { exportProjectCommand, importProjectCommand } from './project-transfer.ts'
import { createSecretKeyCommand, listSecretKeysCommand, revokeSecretKeyCommand } from './secret-key.ts'
import {
  countSegmentCommand,
  createSegmentCommand,
  deleteSegmentCommand,
  listSegmentsCommand,
  updateSegmentCommand,
} from './segment.ts'
import {
  addSigningKeyCommand,
  listSigningKeysCommand,
  retireSigningKeyCommand,
  revokeSigningKeyCommand,
} from './signing-key.ts'
import { checkTokenCommand } from './token.ts'
import { banUserCommand, eraseUserCommand, unbanUserCommand } from './user.ts'
import {
  createWebhookCommand,
  deleteWebhookCommand,
  listWebhooksCommand,
  rotateWebhookSecretCommand,
  testWebhookCommand,
  updateWebhookCommand,
} from './webhook.ts'

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  migrate: migrateCommand,
  version: versionCommand,
  backup: backupCommand,
  restore: restoreCommand,
  demo: demoCommand,
  'project create': createProjectCommand,
  'project list': listProjectsCommand,
  'project show': showProjectCommand,
  'project update': updateProjectCommand,
  'project verify-domain': verifyDomainCommand,
  'project export': exportProjectCommand,
  'project import': importProjectCommand,
  'signing-key add': addSigningKeyCommand,
  'signing-key list': listSigningKeysCommand,
  'signing-key retire': retireSigningKeyCommand,
  'signing-key revoke': revokeSigningKeyCommand,
  'secret-key create': createSecretKeyCommand,
  'secret-key list': listSecretKeysCommand,
  'secret-key revoke': revokeSecretKeyCommand,
  'category create': createCategoryCommand,
  'category list': listCategoriesCommand,
  'category update': updateCategoryCommand,
  'category delete': deleteCategoryCommand,
  'field create': createFieldCommand,
  'field list': listFieldsCommand,
  'field update': updateFieldCommand,
  'field delete': deleteFieldCommand,
  'duplicate list': listDuplicatesCommand,
  'duplicate dismiss': dismissDuplicateCommand,
  'duplicate reopen': reopenDuplicateCommand,
  'insight list': listInsightsCommand,
  'account list': listAccountsCommand,
  'account show': showAccountCommand,
  'segment create': createSegmentCommand,
  'segment list': listSegmentsCommand,
  'segment update': updateSegmentCommand,
  'segment count': countSegmentCommand,
  'segment delete': deleteSegmentCommand,
  'webhook create': createWebhookCommand,
  'webhook list': listWebhooksCommand,
  'webhook update': updateWebhookCommand,
  'webhook test': testWebhookCommand,
  'webhook rotate-secret': rotateWebhookSecretCommand,
  'webhook delete': deleteWebhookCommand,
  import: importCommand,
  'import list': listImportsCommand,
  'import undo': undoImportCommand,
  'token check': checkTokenCommand,
  'operator invite': inviteOperatorCommand,
  'operator link': linkOperatorCommand,
  'operator list': listOperatorsCommand,
  'operator update': updateOperatorCommand,
  'operator sign-out': signOutOperatorCommand,
  'operator remove': removeOperatorCommand,
  'user ban': banUserCommand,
  'user unban': unbanUserCommand,
  'user erase': eraseUserCommand,
}

export const COMMAND_NAMES = Object.keys(COMMANDS)

/** Only such words are repeated in messages. Any other word may be a token or a key in the wrong place. */
const PLAIN_WORD = /^[a-z-]{1,20}$/

/** Runs one command and returns the exit code: 0 done, 1 refused, 2 wrong usage. */
export async function runCommandLine(outside: Terminal): Promise<number> {
  // Names and lines of files are what others wrote, and terminals obey control characters.
  const terminal: Terminal = { ...outside, tell: (text) => outside.tell(asLines(text)) }
  const { words, json, wantsHelp } = readWords(terminal.words)
  if (words.length === 0 || wantsHelp) {
    terminal.print(help())
    return words.length === 0 ? 2 : 0
  }
  const name = words.slice(0, 2).join(' ') in COMMANDS ? words.slice(0, 2).join(' ') : (words[0] ?? '')
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (!command)
      throw new UsageError(PLAIN_WORD.test(name) ? `There is no command "${name}".` : 'There is no such command.')
    const result = await command.run(words.slice(name.split(' ').length), terminal)
    if (result) terminal.print(json ? JSON.stringify(result.json, null, 2) : asLines(result.text))
    return result?.exitCode ?? 0
  } catch (error) {
    return explain(error, terminal, { json, usage: command ? `svc ${name} ${command.usage}` : help() })
  }
}

/** Behind `--` every word is a value, whatever it looks like. */
function readWords(all: readonly string[]): { words: string[]; json: boolean; wantsHelp: boolean } {
  const end = all.includes('--') ? all.indexOf('--') : all.length
  const options = all.slice(0, end).filter((word) => word !== '--json')
  return {
    words: [...options, ...all.slice(end)],
    json: options.length < end,
    wantsHelp: options.includes('--help') || options[0] === 'help',
  }
}

function explain(error: unknown, terminal: Terminal, { json, usage }: { json: boolean; usage: string }): number {
  const misuse = error instanceof UsageError ? error.message : wrongOptions(error)
  if (misuse !== undefined) {
    terminal.tell(`${misuse}\n\nUsage: ${usage.trim()}`)
    return 2
  }
  if (error instanceof Problem) {
    const { code, title, status } = error.kind
    const detail = error.detail ?? error.kind.remedy
    if (json)
      terminal.print(
        JSON.stringify({ code, status, title, detail, ...(error.errors && { errors: error.errors }) }, null, 2),
      )
    terminal.tell(`${wordsOf(error)} (${code})`)
    return 1
  }
  if (error instanceof ConfigError) {
    const mistakes = error.mistakes.length === 1 ? 'a mistake' : `${error.mistakes.length} mistakes`
    terminal.tell(`The environment has ${mistakes}:\n  ${error.mistakes.join('\n  ')}`)
    return 1
  }
  if (error instanceof StartError) {
    terminal.tell(error.message)
    return 1
  }
  throw error
}

/** In our own words: the parser's messages repeat arguments that it did not expect. */
function wrongOptions(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return 'There is one argument too many.'
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const option = /^Unknown option '(.*?)'/.exec(error.message)?.[1] ?? ''
      const name = PLAIN_WORD.test(option) ? option : 'of that name'
      return `There is no option ${name} here. Put a value that begins with a hyphen after --.`
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return error.message // it names the option, never its value
    default:
      return undefined
  }
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage, summary }]) => `  svc ${`${name} ${usage}`.trim()}\n      ${summary}`,
  )
  return `Feedback boards for client projects.\n\n${lines.join('\n')}\n\nEvery command takes --json for one JSON object on standard output.\nThe environment is described in docs/guides/operate.md.`
}
