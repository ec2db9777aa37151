import { parseArgs } from 'node:util'
import { checkSignInToken } from '../domain/sessions/index.ts'
import { type JudgedRule, type TokenReport, tokenKinds, tokenMalformed } from '../domain/sign-in-tokens/index.ts'
import { Problem } from '../foundation/problems/index.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { readInput } from './read-input.ts'
import { withProject } from './with-call.ts'
import { onlyWord, PROJECT, requireProject } from './words.ts'

const CHECK = { ...PROJECT, audience: { type: 'string' }, state: { type: 'string' } } as const

export const checkTokenCommand: Command = {
  usage: '--project S --audience app|board [--state ST] TOKEN|-',
  summary: 'Check a sign-in token against every rule and explain the result, without using the token up.',
  async run(words, terminal) {
    const { values, positionals } = parseArgs({ args: words, options: CHECK, allowPositionals: true })
    const slug = requireProject(values)
    const { audience, state } = values
    if (audience !== 'app' && audience !== 'board') throw new UsageError('Say where it is used: --audience app|board.')
    if (audience === 'app' && state !== undefined) throw new UsageError('Only the board has a --state.')
    const word = onlyWord(positionals, 'Give exactly one token, or - to read it from standard input.')
    const token = word === '-' ? await readToken(terminal) : word
    return withProject(terminal, slug, async (call) => {
      const report = await checkSignInToken(call, token, { audience, state })
      const json = { ...report, code: report.code ?? null }
      return { json, text: describe(report), exitCode: report.accepted ? 0 : 1 }
    })
  },
}

/** The line break at the end of a file is not part of the token; anything else around it is an error. */
async function readToken(terminal: Terminal): Promise<string> {
  const bytes = await readInput('-', 'token', terminal)
  if (!bytes) throw new Problem(tokenMalformed, { detail: 'The input has over 64 KiB; a token has at most 8.' })
  return bytes.toString().replace(/\r?\n$/, '')
}

function describe(report: TokenReport): string {
  const width = Math.max(...report.rules.map(({ rule }) => rule.length))
  const rules = report.rules.map((judged) => describeRule(judged, width))
  return [...rules, '', verdictOf(report)].join('\n')
}

function describeRule({ rule, checked, passed, expected, found }: JudgedRule, width: number): string {
  const name = rule.padEnd(width)
  if (passed) return `pass  ${name}  ${found}`
  if (!checked) return `-     ${name}  ${found}`
  return `FAIL  ${name}  expected ${expected}\n      ${' '.repeat(width)}     found ${found}`
}

function verdictOf({ accepted, code }: TokenReport): string {
  if (accepted) return 'The token would be accepted, unless it was used before. This check did not use it up.'
  const kind = Object.values(tokenKinds).find((kind) => kind.code === code)
  return `The token would be refused: ${code}\n${kind?.title ?? ''} ${kind?.remedy ?? ''}`
}
