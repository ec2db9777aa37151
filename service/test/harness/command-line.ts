import { runCommandLine } from '../../src/cli/index.ts'
import { databaseUrl } from './database-url.ts'
import { MIGRATIONS } from './paths.ts'

/** The command line in this process, on the database of the run unless the environment names another. */
export function commandLine(words: readonly string[], environment: Record<string, string> = {}) {
  return commandLineWith(words, {
    DATABASE_URL: databaseUrl(),
    API_ORIGIN: 'http://api.example',
    BOARD_ORIGIN: 'http://{slug}.boards.example',
    ...environment,
  })
}

/**
 * The command line in this process, with nothing but this environment. The built program passes its words, environment and outputs to the same
 * function, and takes a third of a second longer.
 */
export async function commandLineWith(words: readonly string[], environment: Record<string, string>) {
  const out: string[] = []
  const told: string[] = []
  const code = await runCommandLine({
    words,
    environment,
    migrations: MIGRATIONS,
    version: '0.0.0-test',
    print: (text) => void out.push(text),
    tell: (text) => void told.push(text),
  })
  return { code, text: out.join('\n'), told: told.join('\n'), json: () => JSON.parse(out.join('')) }
}
