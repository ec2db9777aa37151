import { type Speech, speak } from '../speech.ts'
import account from './en/account.json' with { type: 'json' }
import accounts from './en/accounts.json' with { type: 'json' }
import audit from './en/audit.json' with { type: 'json' }
import categories from './en/categories.json' with { type: 'json' }
import changelog from './en/changelog.json' with { type: 'json' }
import decide from './en/decide.json' with { type: 'json' }
import duplicates from './en/duplicates.json' with { type: 'json' }
import entering from './en/entering.json' with { type: 'json' }
import fields from './en/fields.json' with { type: 'json' }
import imports from './en/imports.json' with { type: 'json' }
import insights from './en/insights.json' with { type: 'json' }
import labels from './en/labels.json' with { type: 'json' }
import mail from './en/mail.json' with { type: 'json' }
import messages from './en/messages.json' with { type: 'json' }
import notices from './en/notices.json' with { type: 'json' }
import numbers from './en/numbers.json' with { type: 'json' }
import operators from './en/operators.json' with { type: 'json' }
import people from './en/people.json' with { type: 'json' }
import posts from './en/posts.json' with { type: 'json' }
import roadmap from './en/roadmap.json' with { type: 'json' }
import search from './en/search.json' with { type: 'json' }
import secretKeys from './en/secret-keys.json' with { type: 'json' }
import segments from './en/segments.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }
import setup from './en/setup.json' with { type: 'json' }
import shared from './en/shared.json' with { type: 'json' }
import signIns from './en/sign-ins.json' with { type: 'json' }
import signingKeys from './en/signing-keys.json' with { type: 'json' }
import teamMails from './en/team-mails.json' with { type: 'json' }
import today from './en/today.json' with { type: 'json' }
import users from './en/users.json' with { type: 'json' }
import webhooks from './en/webhooks.json' with { type: 'json' }

/** One file for each feature of the console. A key starts with the name of its file, so that no two files share one. */
const english = {
  ...account,
  ...accounts,
  ...audit,
  ...categories,
  ...changelog,
  ...decide,
  ...duplicates,
  ...entering,
  ...fields,
  ...imports,
  ...insights,
  ...labels,
  ...mail,
  ...messages,
  ...notices,
  ...numbers,
  ...operators,
  ...people,
  ...posts,
  ...roadmap,
  ...search,
  ...secretKeys,
  ...segments,
  ...settings,
  ...setup,
  ...shared,
  ...signIns,
  ...signingKeys,
  ...teamMails,
  ...today,
  ...users,
  ...webhooks,
}

export type ConsoleKey = keyof typeof english
export type ConsoleWords = Speech<ConsoleKey>

/** The console speaks English only. A second language is a second folder beside `en`. */
export const consoleWords: ConsoleWords = speak('en', english, 'shared_just_now')

export function isConsoleKey(text: string): text is ConsoleKey {
  return Object.hasOwn(english, text)
}
