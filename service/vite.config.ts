import { defineConfig } from 'vite'
import { styles } from '../tools/styles.ts'
import { widget } from '../widget/bundle.ts'
import { browserScripts } from './browser-scripts.ts'

/** One bundle of our own code. Dependencies stay outside, except what pages are made with: Preact, and D3 for the plots. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [widget(), styles(), browserScripts()],
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node24', emptyOutDir: true, minify: false, sourcemap: true },
  ssr: { noExternal: ['preact', 'preact-render-to-string', /^d3-/, 'internmap'] },
  logLevel: 'warn',
})
