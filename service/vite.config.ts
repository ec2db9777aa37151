import { defineConfig } from 'vite'
import { widget } from '../widget/bundle.ts'

/** One bundle of our own code. Dependencies stay outside, except Preact, which is needed at build time alone. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [widget()],
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node24', emptyOutDir: true, minify: false, sourcemap: true },
  ssr: { noExternal: ['preact', 'preact-render-to-string'] },
  logLevel: 'warn',
})
