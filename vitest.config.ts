import { defineConfig } from 'vitest/config'
import { widget } from './widget/bundle.ts'

export default defineConfig({
  // The kit as it is written, not as it was built last.
  resolve: { alias: { '@feedback-board/server': new URL('kits/server/src/index.ts', import.meta.url).pathname } },
  plugins: [widget()],
  test: {
    include: [
      'service/test/**/*.test.ts',
      'kits/*/test/**/*.test.ts',
      'widget/test/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['service/test/harness/database.ts'],
    css: true, // pages carry their style sheet, so it has to be the real one
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: more files at once only wait for each other.
    maxWorkers: 2,
  },
})
