import { sizeFor } from '../generator/generate.ts'
import { openSite, type Site } from './site.ts'

export interface ScaleSites {
  readonly small: Site
  readonly large: Site
}

const LARGE_POSTS = Number(process.env.BENCH_LARGE_POSTS ?? 1_000_000)

let opened: Promise<ScaleSites> | undefined

/**
 * A thousand posts and a million, made once for all workloads that need them; `BENCH_LARGE_DIR` keeps the million for the next run, and `BENCH_LARGE_POSTS`
 * makes fewer, to try a workload.
 */
export function scaleSites(): Promise<ScaleSites> {
  opened ??= open()
  return opened
}

async function open(): Promise<ScaleSites> {
  const small = await openSite(sizeFor(1_000))
  process.stderr.write(`Making ${LARGE_POSTS.toLocaleString('en')} posts …\n`)
  try {
    return { small, large: await openSite(sizeFor(LARGE_POSTS), { kept: process.env.BENCH_LARGE_DIR }) }
  } catch (error) {
    await small.stop()
    throw error
  }
}

export async function closeScaleSites(): Promise<void> {
  const sites = await opened?.catch(() => undefined) // the workload that asked for them got the error
  await Promise.all([sites?.small.stop(), sites?.large.stop()])
}
