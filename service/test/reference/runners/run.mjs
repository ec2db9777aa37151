// Runs TypeScript samples one after the other, with the kits as they are written. Each needs a sign-in token of its own.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { kits, samples } = JSON.parse(readFileSync(0, 'utf8'))
registerHooks({
  resolve: (name, context, next) => (kits[name] ? { url: kits[name], shortCircuit: true } : next(name, context)),
})
for (const { file, token } of samples) {
  process.stdout.write(`<<<${file}>>>\n`)
  process.env.FEEDBACK_TOKEN = token
  await import(pathToFileURL(join(process.cwd(), file)))
}
