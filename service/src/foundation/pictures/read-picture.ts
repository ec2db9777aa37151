import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem, unavailable } from '../problems/index.ts'
import { pictureTooLarge, pictureTypeUnsupported, pictureUnreadable } from './problems.ts'

const MOST_PIXELS = 40_000_000
const MOST_FRAMES = 500
const DECODED_WITHIN_MS = 20_000
const AT_ONCE = 2
const MOST_WAITING = 20

/** A picture as it is stored: WebP in two sizes, and no other data of the file. */
export interface Picture {
  /** The size of the large one. */
  readonly width: number
  readonly height: number
  readonly large: Buffer
  readonly small: Buffer
}

export interface DecodeRequest {
  readonly bytes: Buffer
  readonly mostPixels: number
  readonly mostFrames: number
}

export type Decoded = Picture | { readonly fault: 'unreadable' | 'too large' }

const KINDS: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a', // PNG
  (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff', // JPEG
  (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')),
  (bytes) => /^RIFF[\s\S]{4}WEBP$/.test(bytes.subarray(0, 12).toString('latin1')),
]

/** Beside this file, in the sources and in the build. */
const DECODER = fileURLToPath(new URL(`./decode-picture${extname(fileURLToPath(import.meta.url))}`, import.meta.url))

/** Decodes a file and encodes it again, so that only its pixels are kept. */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  if (!KINDS.some((isOfKind) => isOfKind(bytes))) throw new Problem(pictureTypeUnsupported)
  const decoded = await inTurn(() => decodeApart({ bytes, mostPixels: MOST_PIXELS, mostFrames: MOST_FRAMES }))
  if (!('fault' in decoded)) return decoded
  throw new Problem(decoded.fault === 'too large' ? pictureTooLarge : pictureUnreadable)
}

let running = 0
const waiting: (() => void)[] = []

/** Decoding is expensive: only a few run at once, and only some wait. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Problem(unavailable, { headers: { 'retry-after': '10' } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** There is an answer however the process ends; it does not get our environment. */
function decodeApart(request: DecodeRequest): Promise<Decoded> {
  return new Promise((resolve) => {
    const child = fork(DECODER, [], {
      serialization: 'advanced',
      env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => {
      resolve({ fault: 'too large' })
      child.kill('SIGKILL')
    }, DECODED_WITHIN_MS)
    child.once('message', (answer) => resolve(answer as Decoded)) // decode-picture.ts sends nothing else
    child.once('error', () => resolve({ fault: 'unreadable' }))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve({ fault: 'unreadable' })
    })
    child.send(request, () => {}) // if it cannot be sent, the process has ended
  })
}
