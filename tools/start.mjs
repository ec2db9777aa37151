// npm start: installs if needed, builds if needed, serves, with a demo beside it. Without the demo: npm start -- --no-demo
import { ensureBuilt, ensureInstalled } from './setup.mjs'

ensureInstalled()
ensureBuilt()
await import('./serve.mjs')
