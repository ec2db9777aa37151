import { build, type Plugin, type Rolldown } from 'vite'

const SUFFIX = '?browser'
const TARGET = 'es2022'

/** `import text from './client.ts?browser'` is the text of that script as browsers get it: one small file with all that it imports. */
export function browserScripts(): Plugin {
  return {
    name: 'browser-scripts',
    enforce: 'pre',
    load: async (id) => {
      if (!id.endsWith(SUFFIX)) return
      return `export default ${JSON.stringify(await bundle(id.slice(0, -SUFFIX.length)))}`
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: TARGET,
      lib: { entry, formats: ['es'] },
      rollupOptions: { output: { minify: true } },
    },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput] // one format, not watched
  const [script, ...others] = output
  if (others.length > 0) throw new Error(`${entry} is one file.`)
  return script.code
}
