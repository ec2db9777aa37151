import { createSocket, type RemoteInfo } from 'node:dgram'
import { decode, encode, type TxtAnswer } from 'dns-packet'
import { onTestFinished } from 'vitest'

export interface DnsServer {
  /** As DNS_SERVERS names it. */
  readonly address: string
  /** The TXT records by their names. A name without any does not exist; `silence` is never answered. */
  readonly records: Map<string, readonly string[] | 'silence' | 'servfail'>
  /** What was asked for, in order. */
  readonly asked: string[]
}

/** A DNS server on this machine, which ends with the test. */
export async function startDns(): Promise<DnsServer> {
  const records: DnsServer['records'] = new Map()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message: Buffer, { port, address }: RemoteInfo) => {
    const { id, questions = [] } = decode(message)
    const name = questions[0]?.name ?? ''
    asked.push(name)
    const found = records.get(name.toLowerCase())
    if (found === 'silence') return
    const texts = found === undefined || found === 'servfail' ? [] : found
    const answers: TxtAnswer[] = texts.map((data) => ({ type: 'TXT', name, ttl: 1, data: partsOf(data) }))
    const code = found === 'servfail' ? 2 : found === undefined ? 3 : 0
    socket.send(
      encode({ type: 'response', ...(id !== undefined && { id }), flags: 0x0180 | code, questions, answers }),
      port,
      address,
    )
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, records, asked }
}

/** A TXT record is made of parts of at most 255 bytes; two here, so that the reader has to join them. */
function partsOf(text: string): string[] {
  return text.length > 20 ? [text.slice(0, 20), text.slice(20)] : [text]
}
