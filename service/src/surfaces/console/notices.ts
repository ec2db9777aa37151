import { accountNotices } from './notices/account.ts'
import { keysNotices } from './notices/keys.ts'
import { postsNotices } from './notices/posts.ts'
import { settingsNotices } from './notices/settings.ts'

export interface Notice {
  readonly kind: 'done' | 'fault'
  readonly text: string
}

/** What a page says after a form: the address holds the key, never the words. */
export const NOTICES: Readonly<Record<string, string>> = {
  ...accountNotices,
  ...keysNotices,
  ...postsNotices,
  ...settingsNotices,
}
