import { connect, type Socket } from 'node:net'
import type { Site } from './site.ts'

/** One address may have 100 streams. */
const OF_AN_ADDRESS = 100
const AT_ONCE = 50

/** Open pages of a board. Everybody is told the same, so only the first one is read whole. */
export interface Crowd {
  /** What the first page was told, by the position that ended each portion. */
  readonly portions: ReadonlyMap<string, readonly { readonly number: number; readonly votes: number }[]>
  /** When each page got each portion. */
  readonly arrivals: readonly ReadonlyMap<string, number>[]
  close(): void
}

export async function openCrowd({ origin }: Site, people: number): Promise<Crowd> {
  const port = Number(new URL(origin).port)
  const portions = new Map<string, { number: number; votes: number }[]>()
  const arrivals = Array.from({ length: people }, () => new Map<string, number>())
  const sockets: Socket[] = []
  const open = (place: number) =>
    new Promise<void>((begun, failed) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(place) })
      sockets.push(socket)
      let rest = ''
      const told: { number: number; votes: number }[] = []
      socket.setEncoding('latin1')
      socket.on('data', (text: unknown) => {
        if (isRefused(String(text))) failed(new Error(`A stream was refused: ${String(text).slice(0, 300)}`))
        const blocks = (rest + String(text)).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          if (place === 0) told.push(...postsIn(block))
          if (!block.startsWith('id: ')) continue
          begun()
          if (!arrivals[place]?.has(block)) arrivals[place]?.set(block, performance.now())
          if (place === 0) portions.set(block, [...(portions.get(block) ?? []), ...told.splice(0)]) // a sign of life repeats the position
        }
      })
      socket.on('error', failed)
      socket.on('close', () => failed(new Error('A stream ended')))
      socket.write(`GET /live HTTP/1.1\r\nhost: bench.localhost:${port}\r\n\r\n`)
    })
  for (let place = 0; place < people; place += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, people - place) }, (_, i) => open(place + i)))
  return { portions, arrivals, close: () => sockets.forEach((socket) => void socket.destroy()) }
}

/** An answer that is no stream, such as 429. */
export function isRefused(text: string): boolean {
  return /^HTTP\/1\.1 (?!200)/.test(text)
}

/** Of this machine; a page takes the one of its place. */
export function addressOf(place: number): string {
  const address = Math.floor(place / OF_AN_ADDRESS)
  return `127.0.${1 + (address >> 7)}.${1 + (address & 127)}`
}

function postsIn(text: string): { number: number; votes: number }[] {
  return [...text.matchAll(/^event: post\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
}
