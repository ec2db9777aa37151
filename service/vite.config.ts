import { defineConfig } from 'vite'
import { styles } from '../tools/styles.ts'
import { widget } from '../widget/bundle.ts'
import { browserScripts } from './browser-scripts.ts'
import { docsSite } from './docs-site.ts'
import { fontLicenses } from './font-licenses.ts'

/**
 * Our own code and its dependencies, because Node finds and loads a few files in a quarter less time than hundreds, and beside it the processes that decode
 * and draw pictures. Outside stay sharp, which has native code, ioredis, which looks for its own folder, and pg-native, which is not installed.
 */
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
  ssr: { noExternal: true, external: ['sharp', 'ioredis', 'pg-native'] },
  logLevel: 'warn',
})
