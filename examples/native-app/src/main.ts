import { createNativeApp, messageFor } from './app.ts'

const print = (...lines: string[]) => void process.stdout.write(`${lines.join('\n')}\n`)
const app = createNativeApp({
  acmeOrigin: process.env.ACME_ORIGIN ?? 'http://localhost:4001',
  apiOrigin: process.env.FEEDBACK_API_ORIGIN ?? 'http://localhost:4000',
  projectKey: process.env.FEEDBACK_PROJECT_KEY ?? '',
  openUrl: (url) => print(`Open within a minute: ${url}`),
})

/** A short visit of one person. */
async function walk(): Promise<void> {
  print(...(await app.signIn('acme-1')))
  const title = 'Offline mode'
  print('Similar:', ...(await app.similar(title)))
  const id = await app.write({ key: crypto.randomUUID(), title, body: 'On the train there is no net.' })
  await app.comment(id, 'Reading is enough.')
  print('Ideas:', ...(await app.ideas()).lines)
  print('The new one:', ...(await app.idea(id)))
  await app.openBoard()
  print(...(await app.signOut()))
}

walk().catch((error) => {
  process.stderr.write(`${messageFor(error)}\n`)
  process.exitCode = 1
})
