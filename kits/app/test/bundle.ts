import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const SRC = join(dirname(fileURLToPath(import.meta.url)), '../src')

/** The kit as an app ships it: one minified module, of what the entry takes. */
export async function bundleKit(entry = "export * from './index.ts'"): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: SRC,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry.ts' ? join(SRC, 'entry.ts') : undefined),
        load: (id) => (id === join(SRC, 'entry.ts') ? entry : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rollupOptions: { input: 'entry.ts', preserveEntrySignatures: 'strict' },
    },
  })
  const { output } = built as Rolldown.RolldownOutput // one build of one entry, not watched
  return output[0].code
}
