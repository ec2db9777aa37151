import { createHmac, type KeyObject } from 'node:crypto'

/** The headers of Standard Webhooks: one signature by each secret. Made for each attempt, because they contain its time. */
export function signatureHeaders(
  secrets: readonly KeyObject[],
  id: string,
  at: Date,
  body: Buffer,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
