import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'

/** Signs and posts a body so many times, ten at once: the least that a sender of webhooks does. */
export async function postAll(url: string, body: Buffer, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const secret = Buffer.alloc(32, 1)
  let left = times
  const work = async () => {
    while (left > 0) {
      left -= 1
      await post(agent, url, body, headersFor(secret, `evt_${left}`, body))
    }
  }
  await Promise.all(Array.from({ length: 10 }, work))
  agent.destroy()
}

function headersFor(secret: Buffer, id: string, body: Buffer): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  }
}

function post(agent: Agent, url: string, body: Buffer, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
