import { fastify } from 'fastify'
import { withHeaders } from './headers.ts'

const app = fastify()
const schema = {
  response: { 200: { type: 'object', properties: { version: { type: 'string' }, api_version: { type: 'string' } } } },
}
app.get('/v1/version', { schema }, async (_, reply) => {
  withHeaders(reply).header('cache-control', 'public, max-age=60')
  return { version: '0.1.0', api_version: 'v1' }
})
app.get('/ready', async () => ({}))
process.on('SIGTERM', () => app.close())
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
