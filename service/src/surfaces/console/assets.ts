import simplewebauthn from '../../../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js?raw'
import base from '../../../../ui/base.css?raw'
import pieces from '../../../../ui/pieces.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import { openAssets } from '../pages/index.ts'
import passkeys from './account/client.js?raw'
import changelogScript from './changelog/client.js?raw'
import enter from './entering/client.js?raw'
import inboxScript from './inbox/client.js?raw'
import overviewStyles from './overview/style.css?raw'
import postsScript from './posts/client.js?raw'
import postsStyles from './posts/style.css?raw'
import roadmapScript from './roadmap/client.js?raw'
import settingsScript from './settings/client.js?raw'
import settingsStyles from './settings/style.css?raw'
import setupScript from './setup/client.js?raw'
import consoleScript from './shared/client.js?raw'
import styles from './shared/style.css?raw'
import keysScript from './signing-keys/client.js?raw'
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
  'simplewebauthn.js': script(simplewebauthn),
})
