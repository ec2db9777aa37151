import { readFileSync } from 'node:fs'

/** Texts that break programs. */
export function blns(): string[] {
  return JSON.parse(readFileSync(new URL('../vectors/blns.json', import.meta.url), 'utf8'))
}
