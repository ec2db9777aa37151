import { connect, type Socket } from 'node:net'
import { addressOf, isRefused } from './crowd.ts'
import type { Site } from './site.ts'
import { wait } from './steady.ts'

const AGAIN_AFTER_MS = 1_000
const MOST_TURNS = 60

/** One open page: where it is in the log, and how many votes it shows for each idea. */
interface Page {
  socket: Socket | undefined
  position: string
  readonly votes: Map<number, number>
}

/** Open pages of a board whose connections all break at once. */
export interface Storm {
  cut(): void
  /** All at once, each from where it was. Resolves when the last one has been told what it missed. */
  comeBack(): Promise<void>
  /** How many numbers of votes a page shows that are lower than these. */
  missing(votes: ReadonlyMap<number, number>): number
}

export async function openStorm({ origin }: Site, people: number): Promise<Storm> {
  const port = Number(new URL(origin).port)
  const pages = Array.from({ length: people }, (): Page => ({ socket: undefined, position: '', votes: new Map() }))
  /** Resolves with whether it has begun. */
  const open = (page: Page, place: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(place) })
      page.socket = socket
      let rest = ''
      socket.setEncoding('latin1')
      socket.on('data', (text: unknown) => {
        if (isRefused(String(text))) socket.destroy()
        const blocks = (rest + String(text)).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          take(page, block)
          if (page.position !== '' && block.startsWith('id: ')) resolve(true)
        }
      })
      socket.on('error', () => {}) // it is closed then
      socket.on('close', () => resolve(false))
      const from = page.position === '' ? '' : `last-event-id: ${page.position}\r\n`
      socket.write(`GET /live HTTP/1.1\r\nhost: bench.localhost:${port}\r\n${from}\r\n`)
    })
  /** A page that is refused tries again, as browsers do. */
  const insist = async (page: Page, place: number) => {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      if (await open(page, place)) return
      await wait(AGAIN_AFTER_MS)
    }
    throw new Error('A page could not come back')
  }
  const openAll = async () => void (await Promise.all(pages.map(insist)))
  await openAll()
  return {
    cut: () => pages.forEach(({ socket }) => void socket?.destroy()),
    comeBack: openAll,
    missing: (votes) =>
      pages.reduce(
        (sum, page) => sum + [...votes].filter(([number, count]) => (page.votes.get(number) ?? 0) < count).length,
        0,
      ),
  }
}

function take(page: Page, block: string): void {
  if (/^event: reset$/m.test(block)) throw new Error('A page was told to read again')
  const [, data] = /^event: post\ndata: (.*)$/m.exec(block) ?? []
  if (data !== undefined) {
    const { number, votes } = JSON.parse(data) as { number: number; votes: number }
    page.votes.set(number, votes)
  }
  page.position = /^id: (.+)$/m.exec(block)?.[1] ?? page.position
}
