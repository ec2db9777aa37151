import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

/** Gives style sheets that are imported as text (`?raw`) without what only their authors read. `complete` may add to one before that. */
export function styles(complete = (css: string, _path: string) => css): Plugin {
  return {
    name: 'styles',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.css?raw')) return
      const path = id.slice(0, -'?raw'.length)
      this.addWatchFile(path)
      return `export default ${JSON.stringify(minified(complete(readFileSync(path, 'utf8'), path), path))}`
    },
  }
}

function minified(css: string, path: string): string {
  const { code, warnings } = transform({ filename: path, code: Buffer.from(css), minify: true })
  const [fault] = warnings
  if (fault) throw new Error(`${path}:${fault.loc.line}: ${fault.message}`)
  return code.toString()
}
