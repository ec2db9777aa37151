import { AwsClient } from 'aws4fetch'
import { Problem, unavailable } from '../problems/index.ts'

/** Bytes by name, in a storage outside of the database. Each of these may be repeated. */
export interface Objects {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
}

const ANSWERED_WITHIN_MS = 15_000
/** The library doubles the pause before each retry: at most 0.35 s in total. */
const RETRIES = 3

/** The same database, with the object storage of this address beside it. */
export function withObjects<D extends object>(
  database: D,
  url: string | undefined,
): D & { readonly objects: Objects | undefined } {
  return { ...database, objects: url === undefined ? undefined : openObjects(url) }
}

/**
 * `s3://ACCESS_KEY:SECRET@bucket?endpoint=https://host&region=name`. The name of the bucket is a part of the path, which every server of the
 * protocol understands.
 */
function openObjects(url: string): Objects {
  const { username, password, hostname: bucket, searchParams } = new URL(url)
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region,
    retries: RETRIES,
    initRetryMs: 50,
  })
  async function ask(method: string, name: string, body?: Buffer): Promise<Response> {
    const init = {
      method,
      ...(body && { body: Uint8Array.from(body) }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    }
    const answer = await client.fetch(`${endpoint.replace(/\/$/, '')}/${bucket}/${name}`, init).catch((cause) => {
      throw new Problem(unavailable, { reason: cause, headers: { 'retry-after': '5' } })
    })
    if (answer.ok || answer.status === 404) return answer
    const cause = new Error(`The object storage answered ${method} with ${answer.status}.`)
    throw new Problem(unavailable, { reason: cause, headers: { 'retry-after': '5' } })
  }
  return {
    put: async (name, bytes) => {
      const { ok, status } = await ask('PUT', name, bytes)
      if (!ok) throw new Problem(unavailable, { reason: new Error(`There is no bucket ${bucket} (${status}).`) })
    },
    get: async (name) => {
      const answer = await ask('GET', name)
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
    },
    remove: async (name) => void (await ask('DELETE', name)),
  }
}
