import { parseArgs } from 'node:util'
import {
  ACCOUNT_SORTS,
  accountJson,
  accountPostJson,
  BASES,
  insightJson,
  listAccounts,
  OUTCOMES,
  peopleJson,
  readAccount,
  readInsights,
  readPostsOf,
  SORTS,
} from '../domain/insights/index.ts'
import { UsageError } from '../terminal.ts'
import type { Command } from './command.ts'
import { facts, table, when } from './layout.ts'
import { foundOr, withProject } from './with-call.ts'
import { PROJECT, projectAndWord, requireProject } from './words.ts'

const MOST_LISTED = 100
const DAY_MS = 24 * 60 * 60 * 1000
const OUTCOME_WORDS = { wanted: 'wanted', promised: 'promised', done: 'done', declined: 'declined' } as const

export const listInsightsCommand: Command = {
  usage: `--project S [--sort ${SORTS.join('|')}] [--base ${BASES.join('|')}] [--segment ID] [--days N]`,
  summary: `Rank posts by who wants them, at most ${MOST_LISTED}.`,
  async run(words, terminal) {
    const options = {
      ...PROJECT,
      sort: { type: 'string' },
      base: { type: 'string' },
      segment: { type: 'string' },
      days: { type: 'string' },
    } as const
    const { values } = parseArgs({ args: words, options })
    const slug = requireProject(values)
    const sort = oneOf(SORTS, values.sort ?? 'votes', '--sort')
    const base = oneOf(BASES, values.base ?? 'seen', '--base')
    const days = values.days === undefined ? undefined : daysIn(values.days)
    return withProject(terminal, slug, async (call) => {
      const from = days === undefined ? undefined : new Date(call.now.getTime() - days * DAY_MS)
      const page = { limit: MOST_LISTED, after: undefined }
      const found = await readInsights(call, { sort, base, segment: values.segment, from }, page)
      const rows = found.items.map(({ number, title, voters, accounts, value, share }) => [
        `#${number}`,
        title,
        String(voters),
        String(accounts),
        String(value),
        `${percent(share.estimate)} (${percent(share.low)} to ${percent(share.high)})`,
      ])
      const { people, accounts } = found.people
      return {
        json: { data: found.items.map(insightJson), base: peopleJson(found.people), next_cursor: null },
        text: [
          `Of ${people} people in ${accounts} accounts who ${base === 'seen' ? 'signed in' : 'voted, posted or commented'}.`,
          rows.length === 0
            ? 'Nobody has voted.'
            : table(['post', 'title', 'people', 'accounts', 'value', 'share'], rows),
        ].join('\n'),
      }
    })
  },
}

export const listAccountsCommand: Command = {
  usage: `--project S [--sort ${ACCOUNT_SORTS.join('|')}] [--name BEGINNING]`,
  summary: `List the accounts of a project, at most ${MOST_LISTED}.`,
  async run(words, terminal) {
    const options = { ...PROJECT, sort: { type: 'string' }, name: { type: 'string' } } as const
    const { values } = parseArgs({ args: words, options })
    const slug = requireProject(values)
    const sort = oneOf(ACCOUNT_SORTS, values.sort ?? 'value', '--sort')
    return withProject(terminal, slug, async (call) => {
      const page = { limit: MOST_LISTED, after: undefined }
      const { items } = await listAccounts(call, { sort, prefix: values.name }, page)
      const rows = items.map(({ name, people, value, votedAt }) => [
        name,
        String(people),
        String(value),
        when(votedAt, '–'),
      ])
      const none = `There are none. To name the trait that is the account: svc project update ${slug} --account-trait company`
      return {
        json: { data: items.map(accountJson), next_cursor: null },
        text: rows.length === 0 ? none : table(['account', 'people', 'value', 'last vote'], rows),
      }
    })
  },
}

export const showAccountCommand: Command = {
  usage: '--project S NAME',
  summary: 'Show an account: what it wants, what was promised to it, and what it got.',
  async run(words, terminal) {
    const { slug, word } = projectAndWord(words, 'Name exactly one account.')
    return withProject(terminal, slug, async (call) => {
      const none = `Nobody belongs to such an account. To see them: svc account list --project ${slug}`
      const account = await foundOr(readAccount(call, word), none)
      const { posts } = await readPostsOf(call, account)
      const rows = OUTCOMES.flatMap((outcome) =>
        posts
          .filter((post) => post.outcome === outcome)
          .map(({ number, title, voters }) => [OUTCOME_WORDS[outcome], `#${number}`, title, String(voters)]),
      )
      const about = facts([
        ['Account', account.name],
        ['People', String(account.people)],
        ['Value', String(account.value)],
        ['Last vote', when(account.votedAt, 'none')],
      ])
      return {
        json: { ...accountJson(account), posts: posts.map(accountPostJson) },
        text: rows.length === 0 ? about : `${about}\n\n${table(['', 'post', 'title', 'of them'], rows)}`,
      }
    })
  },
}

function oneOf<Word extends string>(choices: readonly Word[], text: string, option: string): Word {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new UsageError(`${option} is one of ${choices.join(', ')}.`)
  return found
}

function daysIn(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--days is a number from 1 to 9999.')
  return Number(text)
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}
