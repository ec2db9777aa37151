import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

/** Minifies style sheets that are imported as text (`?raw`). `complete` may add to a sheet before that. */
export function styles(complete = (css: string, _path: string) => css): Plugin {
  return {
    name: 'styles',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.css?raw')) return
      const path = id.slice(0, -'?raw'.length)
      this.addWatchFile(path)
      return `export default ${JSON.stringify(minify(complete(readFileSync(path, 'utf8'), path), path))}`
    },
  }
}

function minify(css: string, path: string): string {
  const { code, warnings } = transform({ filename: path, code: Buffer.from(css), minify: true })
  const [fault] = warnings
  if (fault) throw new Error(`${path}:${fault.loc.line}: ${fault.message}`)
  return code.toString()
}
