import { createSocket, type RemoteInfo } from 'node:dgram'
import { isIP } from 'node:net'
import { type Answer, decode, encode } from 'dns-packet'
import { onTestFinished } from 'vitest'

export interface DnsServer {
  /** As DNS_SERVERS names it. */
  readonly address: string
  /** The TXT records by their names. A name without any does not exist; `silence` is never answered. */
  readonly records: Map<string, readonly string[] | 'silence' | 'servfail'>
  /** The addresses by their names; a function answers each question anew. */
  readonly addresses: Map<string, readonly string[] | (() => readonly string[])>
  /** What was asked for, in order. */
  readonly asked: string[]
}

let kept: Promise<DnsServer> | undefined

/** The one DNS server of this process of tests, which knows nothing when a test begins: a service that asks it can be kept as well. */
export async function keptDns(): Promise<DnsServer> {
  kept ??= openDns().then(({ server }) => server)
  const server = await kept
  onTestFinished(() => {
    server.records.clear()
    server.addresses.clear()
    server.asked.length = 0
  })
  return server
}

/** A DNS server on this machine, which ends with the test. */
export async function startDns(): Promise<DnsServer> {
  const { server, close } = await openDns()
  onTestFinished(close)
  return server
}

async function openDns(): Promise<{ server: DnsServer; close: () => void }> {
  const records: DnsServer['records'] = new Map()
  const addresses: DnsServer['addresses'] = new Map()
  const asked: string[] = []
  const addressesOf = (name: string) => {
    const known = addresses.get(name.toLowerCase()) ?? records.get(name.toLowerCase())
    return typeof known === 'function' ? known() : known
  }
  const socket = createSocket('udp4')
  socket.on('message', (message: Buffer, { port, address }: RemoteInfo) => {
    const { id, questions = [] } = decode(message)
    const { name = '', type } = questions[0] ?? {}
    asked.push(name)
    const found = type === 'TXT' ? records.get(name.toLowerCase()) : addressesOf(name)
    if (found === 'silence') return
    const values = found === undefined || found === 'servfail' ? [] : found
    const answers = values.flatMap((value): Answer[] => {
      if (type === 'TXT') return [{ type, name, ttl: 1, data: partsOf(value) }]
      return (type === 'A' || type === 'AAAA') && isIP(value) === (type === 'A' ? 4 : 6)
        ? [{ type, name, ttl: 1, data: value }]
        : []
    })
    const code = found === 'servfail' ? 2 : found === undefined ? 3 : 0
    socket.send(
      encode({ type: 'response', ...(id !== undefined && { id }), flags: 0x0180 | code, questions, answers }),
      port,
      address,
    )
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  const address = `127.0.0.1:${socket.address().port}`
  return { server: { address, records, addresses, asked }, close: () => void socket.close() }
}

/** A TXT record is made of parts of at most 255 bytes; two here, so that the reader has to join them. */
function partsOf(text: string): string[] {
  return text.length > 20 ? [text.slice(0, 20), text.slice(20)] : [text]
}
