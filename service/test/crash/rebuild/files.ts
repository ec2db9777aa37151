import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Told } from './copy.ts'

/** The two ways to hear of events, and the file of each. */
export function filesIn(directory: string) {
  return { stream: join(directory, 'stream.jsonl'), webhook: join(directory, 'webhook.jsonl') } as const
}

export type Way = keyof ReturnType<typeof filesIn>
export const WAYS = ['stream', 'webhook'] as const satisfies Way[]

export function textIn(directory: string, way: Way): string {
  const file = filesIn(directory)[way]
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** All that is kept, without a line that is just being written. */
export function eventsIn(directory: string, way: Way): Told[] {
  const text = textIn(directory, way)
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
