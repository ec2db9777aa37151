import type { IncomingMessage } from 'node:http'
import { listen } from '../../../service/test/harness/listen.ts'
import type { TestProject } from '../../../service/test/harness/project.ts'

/** The client's own backend: it vouches for its user at /token and, for an app that signs in with a header, at /json; it calls the API with its secret key at /server. */
export async function startBackend({ signToken, server }: TestProject): Promise<string> {
  const port = await listen(async (request, response) => {
    const body = await read(request)
    if (request.url === '/json') {
      const isAda = request.headers.authorization === 'Bearer of-ada'
      return response.writeHead(isAda ? 200 : 401).end(JSON.stringify({ token: signToken() }))
    }
    if (request.url !== '/server') return response.end(signToken())
    const call = JSON.parse(body)
    const { status } = await server(call.method, call.path, call.body)
    return response.writeHead(status < 300 ? 200 : 500).end()
  })
  return `http://127.0.0.1:${port}`
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
