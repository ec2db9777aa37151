import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** A page's own program, bundled with a kit and React as an app bundles them while it is developed: StrictMode mounts everything twice. */
export async function bundlePage(kit: string, code: string): Promise<string> {
  const entry = join(kit, 'entry.js')
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: kit,
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry.js' ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rollupOptions: { input: 'entry.js' },
    },
  })
  const { output } = built as Rolldown.RolldownOutput // one build of one entry, not watched
  return output[0].code
}
