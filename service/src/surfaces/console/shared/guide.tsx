import type { View } from './view.ts'

/** Where the documentation explains a page. */
const GUIDES = {
  signIn: 'console#sign-in',
  team: 'console#who-may-do-what',
  setup: 'console#set-up-sign-in',
  today: 'console#today',
  duplicates: 'console#likely-duplicates',
  posts: 'console#posts',
  users: 'console#users',
  roadmap: 'console#roadmap-and-changelog',
  numbers: 'console#numbers',
  insights: 'insights',
  accounts: 'insights#accounts-in-the-console',
  decide: 'decide',
  categories: 'categories',
  fields: 'fields',
  segments: 'segments',
  labels: 'console#statuses-and-tags',
  settings: 'console#settings',
  audit: 'console#audit-log',
  signingKeys: 'sign-in-tokens#changing-the-key',
  refusals: 'sign-in-tokens#when-a-token-is-refused',
  secretKeys: 'from-your-server',
  webhooks: 'webhooks',
  deliveries: 'webhooks#see-it-and-send-it-again',
  mail: 'mail',
  suppressions: 'mail#addresses-that-do-not-exist',
  teamMail: 'mail#what-your-team-receives',
  imports: 'import#in-the-console',
  operators: 'operate#operators',
} as const

export type Guide = keyof typeof GUIDES

export function GuideLink({ view, to }: { view: View; to: Guide }) {
  return (
    <a class="guide" href={`/docs/guides/${GUIDES[to]}`}>
      {view.words.say('shared_guide')}
    </a>
  )
}
