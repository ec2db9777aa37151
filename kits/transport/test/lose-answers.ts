import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to the service on which the first answer of a kind is lost after the service gave it. */
export async function loseAnswers(port: number, isLost: (request: { method?: string; url?: string }) => boolean) {
  let lost = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming
    const headers = { ...incoming.headers, host: `localhost:${port}` }
    const onward = forward({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      if (isLost({ method, url }) && lost === 0) {
        lost += 1
        answer.resume().on('end', () => incoming.socket.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port: own } = proxy.address() as AddressInfo // a TCP server that listens has one
  return { origin: `http://127.0.0.1:${own}`, lost: () => lost }
}
