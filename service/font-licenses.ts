import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The license texts of all fonts that are built in, in one file beside the code. */
export function fontLicenses(): Plugin {
  return {
    name: 'font-licenses',
    generateBundle() {
      const packages = [...this.getModuleIds()].flatMap((id) => /^.*\/@fontsource[^/]*\/[^/]+/.exec(id)?.[0] ?? [])
      const texts = packages.map((folder) => readFileSync(join(folder, 'LICENSE'), 'utf8').trim())
      this.emitFile({
        type: 'asset',
        fileName: 'FONT-LICENSES.txt',
        source: `${[...new Set(texts)].sort().join('\n\n\n')}\n`,
      })
    },
  }
}
