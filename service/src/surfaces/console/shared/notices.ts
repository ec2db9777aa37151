import { accountNotices } from '../account/notices.ts'
import { postsNotices } from '../posts/notices.ts'
import { settingsNotices } from '../settings/notices.ts'
import { keysNotices } from '../signing-keys/notices.ts'

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
