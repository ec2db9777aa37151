import simplewebauthn from '../../../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js?raw'
import base from '../../../../ui/base.css?raw'
import pieces from '../../../../ui/pieces.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import { openAssets } from '../pages/index.ts'
import changelogScript from './client/changelog.js?raw'
import consoleScript from './client/console.js?raw'
import enter from './client/enter.js?raw'
import inboxScript from './client/inbox.js?raw'
import keysScript from './client/keys.js?raw'
import passkeys from './client/passkeys.js?raw'
import postsScript from './client/posts.js?raw'
import roadmapScript from './client/roadmap.js?raw'
import settingsScript from './client/settings.js?raw'
import setupScript from './client/setup.js?raw'
import styles from './style/console.css?raw'
import keysStyles from './style/keys.css?raw'
import overviewStyles from './style/overview.css?raw'
import postsStyles from './style/posts.css?raw'
import settingsStyles from './style/settings.css?raw'

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
