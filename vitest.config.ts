import { defineConfig } from 'vitest/config'
import { browserScripts } from './service/browser-scripts.ts'
import { widget } from './widget/bundle.ts'

const sourceOf = (kit: string) => new URL(`kits/${kit}/src/index.ts`, import.meta.url).pathname

export default defineConfig({
  // The kits as they are written, not as they were built last.
  resolve: { alias: { '@feedback-board/app': sourceOf('app'), '@feedback-board/server': sourceOf('server') } },
  plugins: [widget(), browserScripts()],
  test: {
    include: [
      'service/test/**/*.test.ts',
      'kits/*/test/**/*.test.ts',
      'widget/test/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['service/test/harness/database.ts'],
    css: true, // pages carry their style sheet, so it has to be the real one
    // A limit ends a test that hangs. It is far above what a busy machine needs, so that it never decides a result.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Two cores: more files at once only wait for each other.
    maxWorkers: 2,
  },
})
