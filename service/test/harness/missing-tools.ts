import type { TestContext } from 'vitest'
import type { Reporter } from 'vitest/node'

declare module 'vitest' {
  interface TaskMeta {
    /** The tools that the test needs and this machine lacks. */
    missingTool?: string
  }
}

/** Skips a test that needs something this machine has not, such as a JDK. The end of the run names it. */
export function skipWithout(tool: string, { task, skip }: TestContext): never {
  task.meta.missingTool = tool
  return skip(`this machine has no ${tool}`)
}

/** Names at the end what was missing, and for how many tests. Where `CI` is set everything has to be there. */
export const missingTools: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap(({ children }) => [...children.allTests('skipped')])
    const missing = Map.groupBy(tests, (test) => test.meta().missingTool)
    missing.delete(undefined) // skipped for another reason
    if (missing.size === 0) return
    const lines = [...missing].map(([tool, skipped]) => `  ${tool}: ${skipped.length} tests were skipped`)
    process.stderr.write(`\nThis machine has not everything that the tests need.\n${lines.sort().join('\n')}\n`)
    if (process.env.CI) process.exitCode = 1
  },
}
