import simplewebauthn from '../../../../node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js?raw'
import base from '../../../../ui/base.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import { openAssets } from '../pages/index.ts'
import consoleScript from './client/console.js?raw'
import enter from './client/enter.js?raw'
import passkeys from './client/passkeys.js?raw'
import styles from './style/console.css?raw'

const script = (text: string) => ({ type: 'text/javascript', text })

/** One style for all pages; a script for all, and one for each page that does more. */
export const assets = openAssets('/console/assets', {
  'console.css': { type: 'text/css', text: tokens + base + styles },
  'console.js': script(consoleScript),
  'enter.js': script(enter),
  'passkeys.js': script(passkeys),
  'simplewebauthn.js': script(simplewebauthn),
})
