import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '../harness/process.ts'

export interface ObjectStorage {
  readonly url: string
  /** The names of all objects that it holds. */
  names(): Promise<string[]>
  stop(): Promise<void>
}

interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

/** A server of the protocol, on the loopback address. It checks the signature of every request. */
export async function startStorage(): Promise<ObjectStorage> {
  const Server = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver // it has no types
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await temporaryDirectory(),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  let isRunning = true
  const stop = async () => {
    if (isRunning) await server.close()
    isRunning = false
  }
  onTestFinished(stop)
  const url = (secret = 'S3RVER') => `s3://S3RVER:${secret}@pictures?endpoint=${encodeURIComponent(endpoint)}`
  const names = async () => {
    const text = await (await fetch(`${endpoint}/pictures`)).text()
    return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name).sort()
  }
  return { url: url(), names, stop }
}
