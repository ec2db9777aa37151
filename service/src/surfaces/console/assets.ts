import asked from '../../../../ui/asked.css?raw'
import base from '../../../../ui/base.css?raw'
import editorStyle from '../../../../ui/editor/style.css?raw'
import offer from '../../../../ui/offer.css?raw'
import pieces from '../../../../ui/pieces.css?raw'
import status from '../../../../ui/status.css?raw'
import tokens from '../../../../ui/tokens.css?raw'
import { fontCss, fontFiles, openAssets } from '../pages/index.ts'
import passkeysScript from './account/client.ts?browser'
import accountStyle from './account/style.css?raw'
import accountsStyle from './accounts/style.css?raw'
import changelogScript from './changelog/client.ts?browser'
import changelogStyle from './changelog/style.css?raw'
import decideScript from './decide/client.ts?browser'
import decideStyle from './decide/style.css?raw'
import duplicatesScript from './duplicates/client.ts?browser'
import duplicatesStyle from './duplicates/style.css?raw'
import enterScript from './entering/client.ts?browser'
import fieldsStyle from './fields/style.css?raw'
import importsScript from './imports/client.ts?browser'
import importsStyle from './imports/style.css?raw'
import insightsStyle from './insights/style.css?raw'
import labelsStyle from './labels/style.css?raw'
import mailStyle from './mail/style.css?raw'
import numbersScript from './numbers/client.ts?browser'
import numbersStyle from './numbers/style.css?raw'
import postsScript from './posts/client.ts?browser'
import postsStyle from './posts/style.css?raw'
import roadmapScript from './roadmap/client.ts?browser'
import roadmapStyle from './roadmap/style.css?raw'
import searchScript from './search/client.ts?browser'
import searchStyle from './search/style.css?raw'
import secretKeysStyle from './secret-keys/style.css?raw'
import segmentsScript from './segments/client.ts?browser'
import segmentsStyle from './segments/style.css?raw'
import settingsScript from './settings/client.ts?browser'
import settingsStyle from './settings/style.css?raw'
import setupScript from './setup/client.ts?browser'
import setupStyle from './setup/style.css?raw'
import sharedBase from './shared/base.css?raw'
import consoleScript from './shared/client.ts?browser'
import editorScript from './shared/editor-client.ts?browser'
import sharedLayout from './shared/layout.css?raw'
import sharedPieces from './shared/pieces.css?raw'
import sharedSteps from './shared/steps.css?raw'
import sharedTables from './shared/tables.css?raw'
import keysScript from './signing-keys/client.ts?browser'
import signingKeysStyle from './signing-keys/style.css?raw'
import todayScript from './today/client.ts?browser'
import inboxScript from './today/live-client.ts?browser'
import todayStyle from './today/style.css?raw'
import usersStyle from './users/style.css?raw'
import webhooksScript from './webhooks/client.ts?browser'
import webhooksStyle from './webhooks/style.css?raw'

const script = (content: string) => ({ type: 'text/javascript', content })

/** The shared style comes first, then the features. No feature styles another's classes, so their order does not matter. */
const style = [
  fontCss,
  tokens,
  base,
  pieces,
  status,
  asked,
  offer,
  editorStyle,
  sharedBase,
  sharedLayout,
  sharedPieces,
  sharedTables,
  sharedSteps,
  accountStyle,
  changelogStyle,
  decideStyle,
  duplicatesStyle,
  fieldsStyle,
  importsStyle,
  insightsStyle,
  accountsStyle,
  labelsStyle,
  mailStyle,
  numbersStyle,
  postsStyle,
  roadmapStyle,
  searchStyle,
  secretKeysStyle,
  segmentsStyle,
  settingsStyle,
  setupStyle,
  signingKeysStyle,
  todayStyle,
  usersStyle,
  webhooksStyle,
]

/** One style for all pages; a script for all, and one for each page that does more. */
export const assets = openAssets('/console/assets', {
  'console.css': { type: 'text/css', content: style.join('') },
  ...fontFiles,
  'console.js': script(consoleScript),
  'search.js': script(searchScript),
  'enter.js': script(enterScript),
  'passkeys.js': script(passkeysScript),
  'setup.js': script(setupScript),
  'keys.js': script(keysScript),
  'today.js': script(todayScript),
  'inbox.js': script(inboxScript),
  'decide.js': script(decideScript),
  'duplicates.js': script(duplicatesScript),
  'numbers.js': script(numbersScript),
  'posts.js': script(postsScript),
  'editor.js': script(editorScript),
  'roadmap.js': script(roadmapScript),
  'changelog.js': script(changelogScript),
  'segments.js': script(segmentsScript),
  'settings.js': script(settingsScript),
  'webhooks.js': script(webhooksScript),
  'imports.js': script(importsScript),
})

export type AssetName = (typeof assets.names)[number]
