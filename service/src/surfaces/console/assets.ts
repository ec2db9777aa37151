import base from '../../../../ui/base.css?raw'
import pieces from '../../../../ui/pieces.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import { openAssets } from '../pages/index.ts'
import passkeys from './account/client.ts?browser'
import changelogScript from './changelog/client.ts?browser'
import enter from './entering/client.ts?browser'
import inboxScript from './inbox/client.ts?browser'
import overviewStyles from './overview/style.css?raw'
import postsScript from './posts/client.ts?browser'
import postsStyles from './posts/style.css?raw'
import roadmapScript from './roadmap/client.ts?browser'
import settingsScript from './settings/client.ts?browser'
import settingsStyles from './settings/style.css?raw'
import setupScript from './setup/client.ts?browser'
import consoleScript from './shared/client.ts?browser'
import styles from './shared/style.css?raw'
import keysScript from './signing-keys/client.ts?browser'
import keysStyles from './signing-keys/style.css?raw'

const script = (text: string) => ({ type: 'text/javascript', text })

/** One style for all pages; a script for all, and one for each page that does more. */
export const assets = openAssets('/console/assets', {
  'console.css': {
    type: 'text/css',
    text: tokens + base + pieces + styles + keysStyles + postsStyles + settingsStyles + overviewStyles,
  },
  'console.js': script(consoleScript),
  'enter.js': script(enter),
  'passkeys.js': script(passkeys),
  'setup.js': script(setupScript),
  'keys.js': script(keysScript),
  'inbox.js': script(inboxScript),
  'posts.js': script(postsScript),
  'roadmap.js': script(roadmapScript),
  'changelog.js': script(changelogScript),
  'settings.js': script(settingsScript),
})

export type AssetName = (typeof assets.names)[number]
