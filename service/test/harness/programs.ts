import { build, type Plugin, type Rolldown } from 'vite'

const SUFFIX = '?program'

/**
 * `import text from './reader.ts?program'` is that program and all that it imports as the text of one file. It starts with a tenth of the computing that
 * Node needs for the modules one by one. A test writes it into a file with `programFile`.
 */
export function programs(): Plugin {
  return {
    name: 'programs',
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
    build: { write: false, ssr: entry, target: 'node24', minify: false },
    ssr: { noExternal: true, external: ['pg-native'] },
  })
  const { output } = built as Rolldown.RolldownOutput // one format, not watched
  const [program, ...others] = output
  if (others.length > 0) throw new Error(`${entry} is one file.`)
  return program.code
}
