import { defineConfig } from 'vite'
import { styles } from '../tools/styles.ts'
import { widget } from '../widget/bundle.ts'
import { browserScripts } from './browser-scripts.ts'
import { docsSite } from './docs-site.ts'
import { fontLicenses } from './font-licenses.ts'

/** Our own code, and beside it the processes that decode and draw pictures. Dependencies stay outside, except what pages are made with: Preact, and D3 for the plots. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [widget(), styles(), browserScripts(), docsSite(), fontLicenses()],
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node24',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: ['src/main.ts', 'src/foundation/pictures/decode-picture.ts', 'src/foundation/pictures/draw-picture.ts'],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }, // side by side, so that each finds the other
    },
  },
  ssr: { noExternal: ['preact', 'preact-render-to-string', /^d3-/, 'internmap', 'typebox', 'jose'] },
  logLevel: 'warn',
})
